import { expect, test } from 'vitest'
import { audited } from '../../../../test/support/audited.ts'
import { openTwicePerTest } from '../../../../test/support/db.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { DealerInput } from './dealer-record.ts'
import { saveDealers } from './save-dealers.ts'
import { saveGroups } from './save-groups.ts'

const opened = openTwicePerTest()

const save = (db: Db, inputs: DealerInput[]) =>
  db.write((trx) => saveDealers(audited(db), trx, inputs, () => null))

const dealer = (dealer_code: string, more: Partial<DealerInput> = {}) => ({
  dealer_code,
  name: dealer_code,
  country: 'US',
  ...more,
})

test('two processes that concurrently save the same new dealers and groups create each once', async () => {
  const inputs = Array.from({ length: 100 }, (_, i) => dealer(`D-${i}`))
  const groups = (db: Db) => db.write((trx) => saveGroups(audited(db), trx, [{ name: 'Tidewater' }]))
  const [one, two] = await Promise.all([
    save(opened.database.db, inputs),
    save(opened.other, inputs),
    groups(opened.database.db),
    groups(opened.other),
  ])
  const ids = ({ dealers }: typeof one) => dealers.map((dealer) => dealer?.id)
  expect(ids(one)).toEqual(ids(two))
  const outcomes = [one, two].map(({ dealers }) => new Set(dealers.map((dealer) => dealer?.outcome)))
  expect(outcomes).toHaveLength(2)
  expect(outcomes).toContainEqual(new Set(['created']))
  expect(outcomes).toContainEqual(new Set(['unchanged']))
  expect(await opened.database.db.read.selectFrom('dealer_groups').select('id').execute()).toHaveLength(1)
})

test('invalid rows are left out, and the others are saved', async () => {
  const inputs = [
    dealer('A'),
    dealer('B', { country: 'Atlantis' }),
    dealer('A'),
    dealer('C', { group_id: 7 }),
    dealer('D'),
  ]
  const { dealers, issues } = await save(opened.database.db, inputs)
  expect(issues.map(({ row, field }) => `${row} ${field}`).sort()).toEqual([
    '1 country',
    '2 dealer_code',
    '3 group_id',
  ])
  expect(dealers.map((saved) => saved?.dealer_code)).toEqual(['A', undefined, undefined, undefined, 'D'])
  const stored = await opened.database.db.read
    .selectFrom('dealers')
    .select('dealer_code')
    .orderBy('id')
    .execute()
  expect(stored.map((row) => row.dealer_code)).toEqual(['A', 'D'])
})

test('other processes are notified of changes only', async () => {
  const revision = async () => {
    const rows = await opened.database.db.read
      .selectFrom('revisions')
      .select('revision')
      .where('topic', '=', 'dealers')
      .execute()
    return rows[0]?.revision ?? 0
  }
  await save(opened.database.db, [dealer('A', { phone: '1' })])
  await save(opened.database.db, [dealer('A')])
  expect(await revision()).toBe(1)
  await save(opened.database.db, [dealer('A', { phone: '2' })])
  expect(await revision()).toBe(2)
})

test('a dealer keeps when it was created, and records when it or its brands changed', async () => {
  const { db } = opened.database
  await db.write(async (trx) => {
    await trx.insertInto('brands').values({ id: 1, slug: 'one', name: 'One', updated_at: 0 }).execute()
  })
  const times = () => db.read.selectFrom('dealers').select(['created_at', 'updated_at']).execute()
  await save(db, [dealer('A')])
  const [created] = await times()
  expect(created!.updated_at).toBe(created!.created_at)
  await save(db, [dealer('A')])
  expect(await times()).toEqual([created])
  await save(db, [dealer('A', { phone: '1' })])
  const [changed] = await times()
  expect(changed!.created_at).toBe(created!.created_at)
  expect(changed!.updated_at).toBeGreaterThan(created!.updated_at)
  await save(db, [dealer('A', { brandIds: [1] })])
  expect((await times())[0]!.updated_at).toBeGreaterThan(changed!.updated_at)
})
