import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audited } from '../../../test/support/audited.ts'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { keepOutput } from '../../../test/support/output.ts'
import { registerPostalCommands } from './cli.ts'
import { listImportedCountries } from './queries.ts'

let folder: string
let database: OpenTestDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transom-postal-'))
  database = await openTestDatabase()
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function run(...words: string[]): Promise<string[]> {
  const { kept, output } = keepOutput()
  const program = new Command().exitOverride()
  registerPostalCommands(program, (work) => work(audited(database.db)), output)
  await program.parseAsync(['postal-codes', 'import', ...words], { from: 'user' })
  return kept.printed
}

function file(text: string, name = 'SE.txt'): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const good = 'SE\t111 29\tStockholm\tStockholm\tAB\t\t\t\t\t59.32\t18.06\t4\n'
const imported = () => listImportedCountries(database.db.read)

test('a file is imported and the result told', async () => {
  expect(
    await run(file(`${good}NO\t0150\tOslo\tOslo\t03\t\t\t\t\t59.9\t10.7\t4\nbroken\n`), '--country', 'se'),
  ).toEqual([
    'SE: 1 postal codes in 3 lines, 1 lines of other countries or the military post passed over. They replace 0 codes.',
    'Dealers that stand at one of them move there when they are next imported, applied or updated.',
    'Line 3 left out: 1 tab-separated columns where 12 are expected',
  ])
  expect(await imported()).toEqual(['SE'])
})

test('--json reports on one line', async () => {
  const [line, ...more] = await run(file(good), '--country', 'SE', '--json')
  expect(more).toEqual([])
  expect(JSON.parse(line!)).toMatchObject({ country: 'SE', codes: 1, replaced: 0 })
})

test('--dry-run writes nothing', async () => {
  expect(await run(file(good), '--country', 'SE', '--dry-run')).toEqual([
    expect.stringMatching(/nothing was written/),
  ])
  expect(await imported()).toEqual([])
})

test('of many faulty lines the first are shown', async () => {
  const printed = await run(file(good + 'broken\n'.repeat(100)), '--country', 'SE')
  expect(printed).toHaveLength(23)
  expect(printed.at(-1)).toBe('80 more lines left out.')
})

test.each([
  ['is not there', () => join(folder, 'missing.txt'), /missing\.txt cannot be read: ENOENT/],
  ['is a folder', () => folder, /cannot be read: it is a folder/],
  ['is packed', () => file('PK', 'SE.zip'), /unpack it/],
  ['holds nothing of the country', () => file(good.replace('SE', 'NO')), /None of the 1 lines/],
])('a file that %s is refused', async (_, path, message) => {
  await expect(run(path(), '--country', 'SE')).rejects.toThrow(message)
  expect(await imported()).toEqual([])
})

test('the country must be given', async () => {
  await expect(run(file(good))).rejects.toThrow(/--country/)
})
