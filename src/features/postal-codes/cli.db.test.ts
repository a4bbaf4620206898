import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { audited } from '../../../test/support/audited.ts'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { keepOutput } from '../../../test/support/output.ts'
import type { Opened } from '../../platform/cli/opened.ts'
import type { OperationContext } from '../../platform/context.ts'
import { registerPostalCommands } from './cli.ts'
import type { Point } from './point.ts'
import { findAnswer, listImportedCountries, saveAnswer } from './queries.ts'

let folder: string
let database: OpenTestDatabase
/** Whether a database was opened that would have been made, had there been none. */
let mayMake: boolean
beforeEach(async () => {
  mayMake = false
  folder = mkdtempSync(join(tmpdir(), 'transom-postal-'))
  database = await openTestDatabase()
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function postalCodes(...words: string[]): Promise<string[]> {
  const { kept, output } = keepOutput()
  const program = new Command().exitOverride()
  const withFirstAudited: Opened<OperationContext> = (work) => {
    mayMake = true
    return work(audited(database.db))
  }
  registerPostalCommands(program, (work) => work(audited(database.db)), withFirstAudited, output)
  await program.parseAsync(['postal-codes', ...words], { from: 'user' })
  return kept.printed
}

const run = (...words: string[]) => postalCodes('import', ...words)

function file(text: string, name = 'SE.txt'): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const good = 'SE\t111 29\tStockholm\tStockholm\tAB\t\t\t\t\t59.32\t18.06\t4\n'
const imported = () => listImportedCountries(database.db.read)

test('a file is imported and the result reported', async () => {
  expect(
    await run(file(`${good}NO\t0150\tOslo\tOslo\t03\t\t\t\t\t59.9\t10.7\t4\nbroken\n`), '--country', 'se'),
  ).toEqual([
    'SE: 1 postal codes in 3 lines, 1 lines of other countries or the military post skipped. They replace 0 codes.',
    'Dealers placed at one of them move when they are next imported, applied or updated.',
    'Line 3 skipped: 1 tab-separated columns where 12 are expected.',
  ])
  expect(await imported()).toEqual(['SE'])
  expect(mayMake).toBe(true)
})

test('--json reports on one line', async () => {
  const [line, ...more] = await run(file(good), '--country', 'SE', '--json')
  expect(more).toEqual([])
  expect(JSON.parse(line!)).toMatchObject({ country: 'SE', codes: 1, replaced: 0, written: true })
})

test('--dry-run writes nothing, and reports what it would replace', async () => {
  await run(file(good + good.replace('111 29', '111 30')), '--country', 'SE')
  mayMake = false
  const [line, ...more] = await run(file(good), '--country', 'Sweden', '--dry-run')
  expect([line, more]).toEqual([
    expect.stringMatching(/nothing was written. They would replace 2 codes.$/),
    [],
  ])
  expect(await postalCodes('list', '--json')).toEqual(['{"countries":[{"country":"SE","codes":2}]}'])
  expect(mayMake).toBe(false)
})

test('the first of many invalid lines are shown', async () => {
  const printed = await run(file(good + 'broken\n'.repeat(100)), '--country', 'SE')
  expect(printed).toHaveLength(23)
  expect(printed.at(-1)).toBe('80 more lines skipped.')
})

test.each([
  ['is not there', () => join(folder, 'missing.txt'), /missing\.txt cannot be read: there is no such file/],
  ['is a folder', () => folder, /cannot be read: it is a folder/],
  ['is packed', () => file('PK', 'SE.zip'), /Unpack it/],
  ['holds nothing of the country', () => file(good.replace('SE', 'NO')), /None of the 1 lines/],
])('a file that %s is refused', async (_, path, message) => {
  await expect(run(path(), '--country', 'SE')).rejects.toThrow(message)
  expect(await imported()).toEqual([])
  expect(mayMake).toBe(false)
})

test('the country must be given, and be one', async () => {
  await expect(run(file(good))).rejects.toThrow(/--country/)
  for (const country of ['ZZ', '', 'D']) {
    await expect(run(file(good), '--country', country)).rejects.toThrow(/--country must be a country's/)
  }
  expect(mayMake).toBe(false)
})

test('list shows the countries and how many codes each has', async () => {
  expect(await postalCodes('list')).toEqual([])
  await run(file(good + good.replace('111 29', '111 30')), '--country', 'SE')
  await run(file(good.replace('SE', 'NO')), '--country', 'NO')
  expect(await postalCodes('list')).toEqual(['country  codes', 'NO       1', 'SE       2'])
})

describe('remove', () => {
  test('takes the codes of one country away, and records it', async () => {
    await run(file(good), '--country', 'SE')
    await run(file(good.replace('SE', 'NO')), '--country', 'NO')
    expect(await postalCodes('remove', '--country', 'se')).toEqual([
      expect.stringMatching(/^Removed: 1 postal codes of SE\. Dealers/),
    ])
    expect(await imported()).toEqual(['NO'])
    expect(await postalCodes('remove', '--country', 'NO', '--json')).toEqual(['{"country":"NO","removed":1}'])
    const recorded = await database.db.read
      .selectFrom('audit_entries')
      .select('subject_name')
      .where('action', '=', 'postal_codes.removed')
      .orderBy('id')
      .execute()
    expect(recorded.map(({ subject_name }) => subject_name)).toEqual(['SE', 'NO'])
  })

  test('is refused where there are none', async () => {
    await expect(postalCodes('remove', '--country', 'SE')).rejects.toThrow(
      'There are no imported postal codes of SE',
    )
  })
})

describe('forget', () => {
  const remember = (code: string, point: Point | null) =>
    database.db.write((trx) => saveAnswer(trx, 'GB', code, { point, provider: 'nominatim', fetchedAt: 1 }))

  test('removes the stored answer for one code', async () => {
    await remember('SW1A 1AA', { latitude: 41.5, longitude: 12.25 })
    await remember('SW1A 2AA', null)
    expect(await postalCodes('forget', 'sw1a 1aa', '--country', 'GB')).toEqual([
      'Forgotten: GB SW1A 1AA, which nominatim placed at 41.5, 12.25.',
    ])
    expect(await findAnswer(database.db.read, 'GB', 'SW1A 1AA')).toBeNull()
    expect(await postalCodes('forget', 'SW1A 2AA', '--country', 'GB', '--json')).toEqual([
      '{"country":"GB","code":"SW1A 2AA","provider":"nominatim","point":null}',
    ])
  })

  test.each([
    ['SW1A 3AA', "No geocoding service's answer is stored for GB SW1A 3AA."],
    ['x'.repeat(21), 'Invalid postal code: send at most 20 characters.'],
  ])('says so where there is none: %s', async (code, message) => {
    await expect(postalCodes('forget', code, '--country', 'GB')).rejects.toThrow(message)
  })
})
