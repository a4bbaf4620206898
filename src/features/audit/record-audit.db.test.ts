import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPerTest } from '../../../test/support/db.ts'
import { NO_FIELDS } from './changes.ts'
import { type AuditEntry, recordAudit } from './record-audit.ts'

const database = openPerTest()

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: 5,
  principal: { kind: 'user', id: 7 },
  action: 'warranty.updated',
  subject: { id: 3, name: 'HCX12345D526' },
  brandId: 2,
  change: { before: { warranty_status: 'active' }, after: { warranty_status: 'voided' } },
  ...more,
})

const record = (...entries: AuditEntry[]) => database.db.write((trx) => recordAudit(trx, entries))
const stored = () => database.db.read.selectFrom('audit_entries').selectAll().orderBy('id').execute()

test('an entry is stored unchanged', async () => {
  await record(entry())
  expect(await stored()).toEqual([
    {
      id: 1,
      at: 5,
      actor_kind: 'user',
      actor_id: 7,
      actor_name: null,
      action: 'warranty.updated',
      subject_kind: 'warranty',
      subject_id: 3,
      subject_name: 'HCX12345D526',
      brand_id: 2,
      before: '{"warranty_status":"active"}',
      after: '{"warranty_status":"voided"}',
    },
  ])
})

test('every kind of principal is recorded', async () => {
  await record(
    entry({ principal: { kind: 'token', id: 4 } }),
    entry({ principal: { kind: 'shell', name: 'ada' } }),
    entry({ principal: { kind: 'system' }, change: NO_FIELDS }),
  )
  expect(
    (await stored()).map(({ actor_kind, actor_id, actor_name }) => [actor_kind, actor_id, actor_name]),
  ).toEqual([
    ['token', 4, null],
    ['administrator', null, 'ada'],
    ['system', null, null],
  ])
})

test('a name with an e-mail address is not recorded', async () => {
  await record(entry({ subject: { id: 3, name: 'of ada@example.com' } }))
  expect(await stored()).toMatchObject([{ subject_id: 3, subject_name: null }])
})

test('nothing is recorded if nothing differs', async () => {
  await record()
  await record(entry({ change: null }))
  expect(await stored()).toEqual([])
})

test('any number of entries is recorded in order', async () => {
  await record(...Array.from({ length: 2_500 }, (_, id) => entry({ subject: { id, name: null } })))
  expect((await stored()).map((row) => row.subject_id)).toEqual(Array.from({ length: 2_500 }, (_, id) => id))
})

test('a transaction that is rolled back leaves no entry', async () => {
  const work = database.db.write(async (trx) => {
    await recordAudit(trx, [entry()])
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await stored()).toEqual([])
})

test('the database refuses to change or remove entries', async () => {
  const { db } = database
  const row = sql`(id, at, actor_kind, action, subject_kind) VALUES (1, 1, 'system', 'a', 'b')`
  const statements = [
    sql`UPDATE audit_entries SET actor_id = 8`,
    sql`DELETE FROM audit_entries WHERE id = 1`,
    sql`INSERT INTO audit_entries ${row} ON CONFLICT (id) DO UPDATE SET actor_kind = 'system'`,
    db.dialect === 'sqlite' ? sql`REPLACE INTO audit_entries ${row}` : sql`TRUNCATE audit_entries`,
  ]
  await record(entry())
  const before = await stored()
  for (const statement of statements) {
    await expect(db.write((trx) => statement.execute(trx))).rejects.toThrow('audit_entries is append-only')
  }
  expect(await stored()).toEqual(before)
})
