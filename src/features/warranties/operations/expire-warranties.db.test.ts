import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { openPerTest } from '../../../../test/support/db.ts'
import { inChunks } from '../../../platform/db/chunks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { SYSTEM } from '../../../platform/principal.ts'
import { addToCounts, insertWarranties, type NewWarranty } from '../queries/queries.ts'
import { expireWarranties } from './expire-warranties.ts'

const NOW = Date.UTC(2026, 5, 15, 0, 0, 5) * 1000
const clock = { now: () => NOW }
const YESTERDAY = '2026-06-14'
const TODAY = '2026-06-15'

const database = openPerTest()
let db: Db
let brands: number[]
let hins = 0

beforeEach(async () => {
  db = database.db
  brands = await db.write(async (trx) => {
    const rows = ['one', 'other'].map((slug) => ({ slug, name: slug, updated_at: 1 }))
    return (await trx.insertInto('brands').values(rows).returning('id').execute()).map(({ id }) => id)
  })
})

const expire = (on: Db = db) => expireWarranties({ db: on, clock, principal: SYSTEM })

function warranty(fields: Partial<NewWarranty> = {}): NewWarranty {
  return {
    brand_id: brands[0]!,
    hin: `HIN${String(++hins).padStart(9, '0')}`,
    model: 'Tidewater 24',
    model_year: '2025',
    is_used: false,
    registration_date: '2025-06-14',
    purchase_date: '2025-06-14',
    warranty_start_date: '2025-06-14',
    warranty_duration_months: 12,
    warranty_end_date: YESTERDAY,
    warranty_status: 'active',
    sync_status: 'not_configured',
    created_by: 1,
    created_at: 1,
    updated_at: 1,
    ...fields,
  }
}

/** Inserts warranties, counts them as registering does, and answers their ids. */
function insert(...rows: NewWarranty[]): Promise<number[]> {
  return db.write(async (trx) => {
    const ids: number[] = []
    for (const chunk of inChunks(rows, 25)) {
      ids.push(...(await insertWarranties(trx, chunk)).map(({ id }) => id))
    }
    for (const same of Map.groupBy(rows, (row) => `${row.brand_id} ${row.warranty_status}`).values()) {
      const { brand_id, warranty_status } = same[0]!
      await addToCounts(trx, [{ brand_id, warranty_status, total: same.length }])
    }
    return ids
  })
}

const many = (count: number, fields?: Partial<NewWarranty>) =>
  Array.from({ length: count }, () => warranty(fields))

async function statusOf(id: number) {
  const { warranty_status } = await db.read
    .selectFrom('warranties')
    .select('warranty_status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return warranty_status
}

/** The totals that lists show, which must be what counting the rows gives. */
async function counts() {
  const total = sql<number>`count(*)`.as('total')
  const counted = await db.read
    .selectFrom('warranties')
    .select(['brand_id', 'warranty_status', total])
    .groupBy(['brand_id', 'warranty_status'])
    .execute()
  const kept = await db.read.selectFrom('warranty_counts').selectAll().where('total', '!=', 0).execute()
  const plain = (rows: typeof kept) =>
    Object.fromEntries(
      rows.map((row) => [`${brands.indexOf(row.brand_id)} ${row.warranty_status}`, Number(row.total)]),
    )
  expect(plain(kept)).toEqual(plain(counted as typeof kept))
  return plain(kept)
}

test.each([
  ['active', YESTERDAY, 'expired'],
  ['active', TODAY, 'active'],
  ['active', '2026-06-16', 'active'],
  ['active', null, 'active'],
  ['active', '1999-12-31', 'expired'],
  ['voided', YESTERDAY, 'voided'],
  ['expired', YESTERDAY, 'expired'],
] as const)('%s with end date %s is %s afterwards', async (warranty_status, warranty_end_date, after) => {
  const [id] = await insert(warranty({ warranty_status, warranty_end_date }))
  expect(await expire()).toBe(after === warranty_status ? 0 : 1)
  expect(await statusOf(id!)).toBe(after)
  await counts()
})

test('marks what it changed as updated, and nothing else', async () => {
  const [past, present] = await insert(warranty(), warranty({ warranty_end_date: TODAY }))
  await expire()
  const rows = await db.read.selectFrom('warranties').select(['id', 'updated_at']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: past, updated_at: NOW },
    { id: present, updated_at: 1 },
  ])
})

test('the totals of every brand are right afterwards', async () => {
  const other = { brand_id: brands[1]! }
  await insert(...many(3), ...many(2, { warranty_end_date: TODAY }), ...many(2, other))
  await insert(warranty({ ...other, warranty_status: 'expired' }), warranty({ warranty_status: 'voided' }))
  expect(await expire()).toBe(5)
  expect(await counts()).toEqual({ '0 active': 2, '0 expired': 3, '0 voided': 1, '1 expired': 3 })
})

test('more than a batch all expire in one run, and the next run finds nothing', async () => {
  await insert(...many(1_001), warranty({ warranty_end_date: TODAY }))
  expect(await expire()).toBe(1_001)
  expect(await counts()).toEqual({ '0 active': 1, '0 expired': 1_001 })
  expect(await expire()).toBe(0)
})

test('two concurrent processes expire each warranty once', async () => {
  await insert(...many(700))
  const another = await database.openAnother()
  const expired = await Promise.all([expire(), expire(another)])
  await another.close()
  expect(expired[0]! + expired[1]!).toBe(700)
  expect(await counts()).toEqual({ '0 expired': 700 })
})

describe('beside a change that is not committed yet', () => {
  /** Runs the expiry while another process is changing the first warranty, and lets that end first. */
  async function expireDuring(id: number, change: object): Promise<number> {
    const another = await database.openAnother()
    let expiring: Promise<number> | undefined
    await another.write(async (trx) => {
      await trx.updateTable('warranties').set(change).where('id', '=', id).execute()
      expiring = expire()
      // Long enough for the expiry to come to this row, and to wait for it.
      if (another.dialect === 'postgres') await sleep(300)
    })
    const expired = await expiring!
    await another.close()
    return expired
  }

  test('a warranty that is being extended stays active', async () => {
    const [id] = await insert(warranty(), warranty())
    expect(await expireDuring(id!, { warranty_end_date: '2027-06-14' })).toBe(1)
    expect(await statusOf(id!)).toBe('active')
    expect(await counts()).toEqual({ '0 active': 1, '0 expired': 1 })
  })

  test('a warranty that is being voided stays voided, and is counted as voided', async () => {
    const [id] = await insert(warranty(), warranty())
    await expireDuring(id!, { warranty_status: 'voided' })
    await db.write((trx) =>
      addToCounts(trx, [
        { brand_id: brands[0]!, warranty_status: 'active', total: -1 },
        { brand_id: brands[0]!, warranty_status: 'voided', total: 1 },
      ]),
    )
    expect(await statusOf(id!)).toBe('voided')
    expect(await counts()).toEqual({ '0 expired': 1, '0 voided': 1 })
  })

  test('one that stays active does not keep those after the first 500 waiting until tomorrow', async () => {
    const [id] = await insert(...many(1, { warranty_end_date: '2020-01-01' }), ...many(600))
    expect(await expireDuring(id!, { warranty_end_date: '2027-06-14' })).toBe(600)
    expect(await counts()).toEqual({ '0 active': 1, '0 expired': 600 })
  })
})
