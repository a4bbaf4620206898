import { afterAll, beforeAll, expect, test } from 'vitest'
import { audited } from '../../../test/support/audited.ts'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { personMatcher } from '../../platform/person-matcher.ts'
import { CHUNK_BYTES, writeFile } from './files.ts'
import { erasePersonFromImports, findPersonInImports } from './person.ts'
import * as queries from './queries.ts'
import { canCommit } from './view.ts'

const ADDRESS = 'ada@example.com'
const ada = personMatcher(ADDRESS.toUpperCase())

let database: OpenTestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const brands = [1, 2].map((id) => ({ id, slug: `b${id}`, name: `B${id}`, updated_at: 0 }))
  await database.db.write((trx) => trx.insertInto('brands').values(brands).execute())
})
afterAll(() => database.drop())

/** Stores a checked import. */
function insert(
  content: string | Buffer,
  more: Partial<queries.StoredImport> = {},
  file: queries.FileName = 'upload',
) {
  return database.db.write(async (trx) => {
    const id = await queries.insertImport(trx, {
      ...{ kind: 'dealers', brand_id: more.brand_id ?? 1, mode: 'merge', options: '{}', principal: '{}' },
      ...{ created_by: '{}', created_at: 1, updated_at: 1 },
    })
    await queries.updateImport(trx, { id }, { state: 'ready', checked_at: 2, ...more })
    await writeFile(trx, { id, file }, Buffer.from(content))
    return id
  })
}

const find = (within?: ReadonlySet<number>) => findPersonInImports(database.db.read, ada, within)
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

test('files and messages that name a person are found and erased, others stay', async () => {
  const errors = JSON.stringify([{ line: 2, column: 'email', message: `E-mail "${ADDRESS}" is wrong.` }])
  const between = `${'x,'.repeat(CHUNK_BYTES / 2 - 5)}\n${ADDRESS}\n`
  const naming = [
    await insert(`name,email\nAda,${ADDRESS}\n`),
    await insert(between),
    await insert(Buffer.from(`\ufeffname,email\nAda,Ada@Example.com\n`, 'utf16le')),
    await insert(`line,reason\n2,${ADDRESS}\n`, { state: 'done', brand_id: 2 }, 'invalid'),
    await insert('', { state: 'failed', errors }),
  ]
  const other = await insert('name,email\nBo,bo.ada@example.com\n')
  const arriving = await insert(ADDRESS, { state: 'uploading' })
  expect(idsOf(await find())).toEqual(naming)
  expect(idsOf(await find(new Set([2])))).toEqual([naming[3]])

  const found = await find()
  await database.db.write((trx) => erasePersonFromImports(audited(database.db), trx, ada, found))
  expect(await find()).toEqual([])
  const chunks = await database.db.read.selectFrom('import_chunks').select('import_id').execute()
  expect(new Set(chunks.map(({ import_id }) => import_id))).toEqual(new Set([other, arriving]))
  const rows = await Promise.all(naming.map((id) => queries.findImport(database.db.read, id)))
  expect(rows.map((row) => row!.state)).toEqual(['failed', 'failed', 'failed', 'done', 'failed'])
  expect(rows.map((row) => canCommit(row!))).toEqual([false, false, false, false, false])
  expect(rows[0]!.reason).toMatch(/^A person was erased/)
  expect(JSON.parse(rows[4]!.errors)[0].message).toBe('E-mail "[erased]" is wrong.')
  expect((await queries.findImport(database.db.read, other))!.state).toBe('ready')
})
