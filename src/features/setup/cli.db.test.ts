import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { administrationContext } from '../../../test/support/administration.ts'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { keepOutput } from '../../../test/support/output.ts'
import { COMPLETE_FILE, IDS_OF_COMPLETE_FILE } from './apply.test-support.ts'
import { registerSetupCommands } from './cli.ts'

let folder: string
let database: OpenTestDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transom-setup-'))
  database = await openTestDatabase()
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function run(content: unknown, ...options: string[]) {
  const file = join(folder, 'setup.json')
  if (content !== undefined) writeFileSync(file, JSON.stringify(content))
  const { kept, output } = keepOutput()
  const program = new Command().exitOverride()
  const ctx = administrationContext(database.db)
  registerSetupCommands(program, (work) => work(ctx), output)
  await program.parseAsync(['apply', file, ...options], { from: 'user' })
  return kept
}

test('prints the applied records and a generated token', async () => {
  const { printed, noted } = await run(COMPLETE_FILE)
  expect(noted).toEqual([])
  expect(printed).toEqual([
    'The database holds what the file says: 2 brands, 2 dealers, 1 API user, 2 API tokens.',
    expect.stringMatching(/^API token "forms", which is not shown again: tr_[\w-]{43}$/),
  ])
  expect((await run(COMPLETE_FILE)).printed).toHaveLength(1)
})

test('control characters from the file are not printed', async () => {
  const name = 'a\u001b[2J\nb\u202ec'
  const { printed, noted } = await run({
    dealers: [{ dealer_code: 'A', name: 'A', country: 'US', latitude: 1, longitude: 1, email: name }],
    api_tokens: [{ name, brands: [], scopes: [] }],
  })
  expect(noted).toEqual([
    'Note: dealers[0] gets no mail about leads, because "a [2J b c" is not one plain e-mail address.',
  ])
  expect(printed[1]).toMatch(/^API token "a \[2J b c", /)
})

test('--json prints the ids on one line, and nothing else', async () => {
  const { printed } = await run({ ...COMPLETE_FILE, api_tokens: [] }, '--json')
  expect(printed.map((line) => JSON.parse(line))).toEqual([
    {
      ...IDS_OF_COMPLETE_FILE,
      api_tokens: [],
    },
  ])
})

test('only the first of many notes are shown', async () => {
  const dealers = Array.from({ length: 30 }, (_, i) => ({ dealer_code: `D${i}`, name: 'D', country: 'DE' }))
  const { noted } = await run({ dealers })
  expect(noted).toHaveLength(21)
  expect(noted[0]).toBe(
    'Note: dealers[0] is not shown, because it has neither a postal code nor coordinates.',
  )
  expect(noted.at(-1)).toBe('10 more notes.')
})

test('a missing file is refused', async () => {
  await expect(run(undefined)).rejects.toThrow(/setup\.json cannot be read: there is no such file/)
})
