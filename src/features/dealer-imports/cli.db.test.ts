import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { audited } from '../../../test/support/audited.ts'
import { type OpenTestDatabase, openTestDatabase } from '../../../test/support/db.ts'
import { keepOutput } from '../../../test/support/output.ts'
import { AppError } from '../../platform/errors.ts'
import { registerImportCommands } from './cli.ts'
import { insertBrands, listAssigned, listCarried, PLACES } from './import.test-support.ts'

let folder: string
let database: OpenTestDatabase
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transom-import-'))
  database = await openTestDatabase()
  await insertBrands(database.db, 'harbor-craft')
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

function file(lines: readonly string[]): string {
  const path = join(folder, 'table.csv')
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

/** The answer to a question, and the asked questions. Without an answer, there is no terminal. */
let answer: string | undefined
const asked: string[] = []
const terminal = {
  get interactive() {
    return answer !== undefined
  },
  async ask(question: string) {
    asked.push(question)
    return answer!
  },
}
beforeEach(() => {
  answer = undefined
  asked.length = 0
})

/** Runs a command in this process. */
async function run(...words: string[]) {
  const { kept, output } = keepOutput()
  const program = new Command().exitOverride().configureOutput({ writeErr() {} })
  registerImportCommands(program, (work) => work({ ...audited(database.db), ...PLACES }), output, terminal)
  await program.parseAsync(words, { from: 'user' })
  return kept
}

const importDealers = (lines: readonly string[], ...flags: string[]) =>
  run('dealers', 'import', file(lines), '--brand', 'harbor-craft', ...flags)
const importTerritories = (lines: readonly string[], ...flags: string[]) =>
  run('territories', 'import', file(lines), '--brand', 'harbor-craft', ...flags)

const DEALERS = ['code,name,country,fax', 'A,Pier 9,US,1', 'B,Ahoy,US,2']
const INVALID = [...DEALERS, 'C,,US,3']
const invalidFile = () => join(folder, 'table.invalid.csv')

test('reports imported rows and ignored columns', async () => {
  expect(await importDealers(DEALERS)).toMatchObject({
    printed: ['Skipped columns: fax.', 'Imported rows of dealers: 2.'],
    noted: expect.arrayContaining([expect.stringMatching(/^Note, line 2: The dealer is not shown/)]),
    exit: 0,
  })
  expect(await importTerritories(['zip,dealer', '331*,A'])).toMatchObject({
    printed: ['Imported rows of territories: 1.'],
    noted: [],
    exit: 0,
  })
  expect(await listAssigned(database.db.read)).toEqual(['US 331 A'])
})

test('a note about the complete file is reported', async () => {
  const path = join(folder, 'table.csv')
  writeFileSync(path, Buffer.from('code,name,country\nA,Caf\xc3\xa9,US\nB,M\xfcller K\xf6ln,US\n', 'latin1'))
  const { noted } = await run('dealers', 'import', path, '--brand', 'harbor-craft')
  expect(noted[0]).toMatch(/^Note, line 2: "Ã©" would be "é" in UTF-8/)
  const { printed } = await run('dealers', 'import', path, '--brand', 'harbor-craft', '--json')
  expect(JSON.parse(printed[0]!).warnings[0]).toMatchObject({ line: 2 })
})

describe('invalid rows', () => {
  test('are reported, and written to their own file', async () => {
    const { printed, noted, exit } = await importDealers(INVALID)
    expect(printed.slice(1)).toEqual([
      'Nothing was written, because rows are invalid. Fix them, or import the others with --skip-invalid.',
      `Invalid rows: 1. They are in ${invalidFile()}, each with its reason.`,
    ])
    expect(noted[0]).toBe('Error, line 4: Name is missing.')
    expect(exit).toBe(1)
    expect(readFileSync(invalidFile(), 'utf8')).toContain('4,Name is missing.,C,,US,3')
    expect(await listCarried(database.db.read)).toEqual([])
  })

  test('are left out with --skip-invalid, but the command still fails', async () => {
    const { printed, exit } = await importDealers(INVALID, '--skip-invalid')
    expect({ printed: printed.slice(1), exit }).toEqual({
      printed: [
        'Imported rows of dealers: 2.',
        `Invalid rows: 1. They are in ${invalidFile()}, each with its reason.`,
      ],
      exit: 1,
    })
  })

  test('that an option settles are followed by that option, once', async () => {
    const { noted } = await importDealers(['code,name,active', 'A,Pier 9,Gold', 'B,Ahoy,yes', 'C,Zeal,yes'])
    const country = 'Country is missing. Add a column for it, or give one country for all rows without one.'
    expect(noted).toEqual([
      'Error, line 2: Active must be true or false, not "Gold". If the column holds something else, skip it.',
      `Error, line 2: ${country}`,
      `Error, line 3: ${country}`,
      `Error, line 4: ${country}`,
      'Say what a column holds with --map "COLUMN=FIELD", or skip it with --map "COLUMN=".',
      'Give the country of rows without one with --country.',
    ])
    expect(readFileSync(invalidFile(), 'utf8')).not.toContain('--')
  })

  test('beyond the first twenty are counted', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `X${i},,US,`)
    const { noted } = await importDealers([DEALERS[0]!, ...many])
    expect(noted).toHaveLength(21)
    expect(noted.at(-1)).toBe('(And 10 more.)')
  })

  test('are reported on a line each, whatever is in their cells', async () => {
    const { noted } = await importDealers([
      'code,active',
      'A,"a\u001b[31mred\u202e\nalert"',
      `B,${'x'.repeat(9_000)}`,
    ])
    expect(noted[0]).toMatch(/^Error, line 2: Active must be true or false, not "a \[31mred alert"\./)
    expect(noted.find((line) => line.includes('xxx'))!.length).toBeLessThan(700)
    expect(readFileSync(invalidFile(), 'utf8').length).toBeLessThan(11_000)
  })

  test('do not hide the result if they cannot be written to a file', async () => {
    const path = join(folder, `${'x'.repeat(250)}.csv`)
    writeFileSync(path, INVALID.join('\n'))
    const flags = ['--brand', 'harbor-craft', '--skip-invalid']
    const { printed, noted, exit } = await run('dealers', 'import', path, ...flags)
    expect({ printed: printed.slice(1), exit }).toEqual({
      printed: ['Imported rows of dealers: 2.', 'Invalid rows: 1.'],
      exit: 1,
    })
    expect(noted.at(-1)).toMatch(/^The invalid rows could not be written to a file: its name is too long/)
  })

  test('of an earlier run are kept, and only their owner can read them', async () => {
    await importDealers(INVALID)
    writeFileSync(invalidFile(), 'fixed')
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'table.invalid-2.csv'))
    const { printed } = await importDealers(INVALID, '--skip-invalid')
    const path = join(folder, 'table.invalid-3.csv')
    expect(printed.at(-1)).toBe(`Invalid rows: 1. They are in ${path}, each with its reason.`)
    expect(readFileSync(path, 'utf8')).toContain('4,Name is missing.,C,,US,3')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(invalidFile(), 'utf8')).toBe('fixed')
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
  })

  test('of a pipe are all reported, and not written to a file', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `X${i},,US,`)
    const opened = openSync(file([DEALERS[0]!, ...many]), 'r')
    const { printed, noted } = await run('dealers', 'import', `/dev/fd/${opened}`, '--brand', 'harbor-craft')
    closeSync(opened)
    expect(printed.at(-1)).toBe('Invalid rows: 30.')
    expect(noted).toHaveLength(30)
    expect(noted.at(-1)).toBe('Error, line 31: Name is missing.')
  })
})

test('--replace removes no dealer if the cells of a row may be under the wrong columns', async () => {
  await importDealers([...DEALERS, 'Z,Zeal,US,'])
  const lines = [DEALERS[0]!, 'Pier 9, Inc.,A,US,1', DEALERS[2]!]
  const { noted } = await importDealers(lines, '--replace', '--skip-invalid')
  expect(noted).toContainEqual(expect.stringMatching(/^Note, line 2: The row may mean any of the records/))
  expect(await listCarried(database.db.read)).toEqual(['A', 'B', 'Z'])
})

describe('--replace that removes more than a fifth', () => {
  const FIVE = ['code,name,country', ...['A', 'B', 'C', 'D', 'E'].map((code) => `${code},Pier ${code},US`)]
  const CODES = ['zip,dealer', '33101,A', '33102,A', '33103,B']
  beforeEach(async () => {
    await importDealers(FIVE)
    await importTerritories(CODES)
  })

  test('needs no confirmation for a fifth', async () => {
    expect(await importDealers(FIVE.slice(0, -1), '--replace')).toMatchObject({ exit: 0 })
    expect(await listCarried(database.db.read)).toEqual(['A', 'B', 'C', 'D'])
  })

  test('is refused without a terminal', async () => {
    const { printed, exit } = await importDealers(FIVE.slice(0, -2), '--replace')
    expect({ printed, exit }).toEqual({
      printed: [
        "Nothing was written: the import would remove 2 of the brand's 5 dealers, which the file does not name. Check the file, or confirm with --yes.",
      ],
      exit: 1,
    })
    const json = await importDealers(FIVE.slice(0, -2), '--replace', '--json')
    expect(JSON.parse(json.printed[0]!)).toMatchObject({ written: false, removed: 2, unconfirmed: 5 })
    expect(await listCarried(database.db.read)).toHaveLength(5)
    const territories = await importTerritories(CODES.slice(0, -1), '--replace')
    expect(territories.printed[0]).toMatch(/^Nothing was written: .* remove 1 of the brand's 3 territories/)
    expect(await listAssigned(database.db.read)).toHaveLength(3)
  })

  test('is done with --yes', async () => {
    expect((await importDealers(FIVE.slice(0, 2), '--replace', '--yes')).exit).toBe(0)
    expect(await listCarried(database.db.read)).toEqual(['A'])
    expect((await importTerritories(CODES.slice(0, 2), '--replace', '--yes')).exit).toBe(0)
    expect(await listAssigned(database.db.read)).toEqual(['US 33101 A'])
  })

  test.each([
    ['y', 0, ['A', 'B', 'C']],
    ['no', 1, ['A', 'B', 'C', 'D', 'E']],
    ['', 1, ['A', 'B', 'C', 'D', 'E']],
  ])('asks at the terminal; the answer is %j', async (said, exit, carried) => {
    answer = said
    expect(await importDealers(FIVE.slice(0, 4), '--replace')).toMatchObject({ exit })
    expect(asked).toEqual([
      "The import removes 2 of the brand's 5 dealers, which the file does not name. Continue? [y/N] ",
    ])
    expect(await listCarried(database.db.read)).toEqual(carried)
  })

  test('does not ask if rows are invalid or nothing is written', async () => {
    answer = 'y'
    await importDealers([...FIVE.slice(0, 2), 'X,,US'], '--replace')
    await importDealers(FIVE.slice(0, 2), '--replace', '--dry-run')
    expect(asked).toEqual([])
  })
})

describe('--dry-run', () => {
  test('reports what the import would do, and changes nothing', async () => {
    await importDealers([...DEALERS, 'Z,Gone,US,'])
    const { printed, exit } = await importDealers(DEALERS, '--dry-run', '--replace')
    expect({ printed: printed.slice(1), exit }).toEqual({
      printed: [
        "Dry run: nothing was written. Imported rows of dealers: 2. Removed, because the file does not name them: 1. The import will need --yes, to remove 1 of the brand's 3 dealers.",
      ],
      exit: 0,
    })
    expect(await listCarried(database.db.read)).toEqual(['A', 'B', 'Z'])
    expect(existsSync(invalidFile())).toBe(false)
  })

  test('reports when nothing would change', async () => {
    const { printed, exit } = await importDealers(INVALID, '--dry-run')
    expect({ said: printed[1], exit }).toEqual({
      said: expect.stringMatching(/^Nothing was written, because rows are invalid/),
      exit: 1,
    })
  })
})

test('--json reports everything on one line', async () => {
  const { printed, noted, exit } = await importDealers(INVALID, '--json')
  expect({ lines: printed.length, noted, exit }).toEqual({ lines: 1, noted: [], exit: 1 })
  expect(JSON.parse(printed[0]!)).toEqual({
    ignored: ['fax'],
    written: false,
    taken: 2,
    removed: 0,
    faults: [{ line: 4, field: 'name', message: 'Name is missing.' }],
    warnings: [expect.objectContaining({ line: 2 }), expect.objectContaining({ line: 3 })],
    faulty_file: invalidFile(),
  })
})

test.each(['--replace', '--dry-run'])('a file without a valid row is a failure with %s', async (flag) => {
  expect(await importDealers([DEALERS[0]!], flag)).toMatchObject({
    printed: [expect.any(String), 'Nothing was written: no row can be imported.'],
    exit: 1,
  })
})

test('--map and --country complete the file', async () => {
  await importDealers(
    ['Nummer,Firma', '7,Bootshaus'],
    '--map',
    'nummer=dealer_code',
    '--map',
    'Firma=name',
    '--country',
    'DE',
  )
  expect(await listCarried(database.db.read)).toEqual(['7'])
})

describe('is refused:', () => {
  const refusal = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown)
    if (!(error instanceof AppError)) throw error
    return error.issues.length > 0 ? error.issues.map(({ message }) => message) : [error.message]
  }

  test('an unknown country', async () => {
    expect(await refusal(importDealers(DEALERS, '--country', 'Atlantis'))).toEqual([
      '--country must be a country\'s two- or three-letter code or English name, not "Atlantis".',
    ])
  })

  test('a missing file', async () => {
    const [message] = await refusal(run('dealers', 'import', join(folder, 'none.csv'), '--brand', 'x'))
    expect(message).toMatch(/none\.csv cannot be read: there is no such file/)
  })

  test('an unknown brand', async () => {
    expect(await refusal(run('dealers', 'import', file(DEALERS), '--brand', 'harbour-craft'))).toEqual([
      'There is no brand "harbour-craft". Did you mean "harbor-craft"?',
    ])
  })

  test('a file whose columns do not fit', async () => {
    expect(await refusal(importTerritories(['ort,haus', '1,2']))).toEqual([
      'No column holds postal_code; dealer_code. Map the columns that do. The file has these columns: ort, haus.',
      'Say what a column holds with --map "COLUMN=FIELD", or skip it with --map "COLUMN=".',
    ])
    expect(await refusal(importDealers(['fax', '1']))).toEqual([
      'No column holds name or dealer_code or id. Map the columns that do. The file has these columns: fax.',
      expect.stringContaining('--map'),
    ])
  })

  test.each([
    ['a list of territories by its column', 'dealers', ['zip,dealer', '33101,A'], 'territories'],
    ['a list of territories by its repeats', 'dealers', ['zip,code', '33101,A', '33102,A'], 'territories'],
    ['a list of warranties', 'dealers', ['hin,model,dealer,email', 'X,Y,A,a@b.example'], 'warranties'],
    ['an export of leads', 'territories', ['lead_id,contact_zip_code,dealer_code', '1,33101,A'], 'leads'],
    ['a list of dealers', 'territories', ['code,zip,street,phone', 'A,33101,1 Quay,555'], 'dealers'],
  ])('%s', async (_what, noun, lines, kind) => {
    const command = noun === 'dealers' ? importDealers : importTerritories
    const [message] = await refusal(command(lines))
    expect(message).toMatch(new RegExp(`^The file looks like a list of ${kind}, not of ${noun}: it has`))
  })

  test('a command without its brand', async () => {
    await expect(run('dealers', 'import', file(DEALERS))).rejects.toThrow(/--brand/)
  })
})
