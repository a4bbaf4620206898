import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Integrator, makeIntegrator } from '../support/integrator.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { matchesOf } from './locator/world.ts'

const SEEN_AFTER_MS = 2_000

let server: TestServer
/** With a brand that nothing has been imported for yet. */
let integrator: Integrator
let files = 0
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  integrator = await makeIntegrator(server)
})
afterAll(() => server[Symbol.asyncDispose]())

/** Dealer codes of the test's own: those of other brands are taken. */
const code = (name: string) => `${integrator.brand.slug}-${name}`

function file(lines: string[] | Uint8Array): string {
  const path = join(server.database.env.DATA_DIR, `import-${++files}.csv`)
  writeFileSync(path, Array.isArray(lines) ? `${lines.join('\n')}\n` : lines)
  return path
}

/** Runs an import beside the server. */
const run = (noun: string, lines: string[] | Uint8Array, ...flags: string[]) =>
  server.command(noun, 'import', file(lines), '--brand', integrator.brand.slug, ...flags)

const locate = (query: Record<string, string>) => integrator.locate({ country: 'US', ...query })

const seen = (query: Record<string, string>) =>
  expect.poll(async () => matchesOf(await locate(query)).map((row) => row.replace(code(''), '')), {
    timeout: SEEN_AFTER_MS,
  })

const dealers = () => [
  'Dealer Code,Company,City,State,Zip,Group',
  `${code('DALLAS')},Dallas Marine,Dallas,TX,75201,Tidewater`,
  `${code('AUSTIN')},Austin Marine,Austin,TX,78701,`,
  `${code('BOSTON')},Boston Marine,Boston,MA,2108,Tidewater`,
]

test('dealers and territories are imported beside the running server, which sees them', async () => {
  expect(matchesOf(await locate({ postal_code: '75201' }))).toEqual([])
  const imported = await run('dealers', dealers())
  expect(imported).toEqual({
    code: 0,
    stdout: 'Imported rows of dealers: 3.\n',
    stderr: 'Note, line 4: Postal code "2108" lost its leading zeros and was read as 02108.\n',
  })
  await seen({ postal_code: '75201' }).toEqual(['DALLAS distance', 'AUSTIN distance', 'BOSTON group_sibling'])
  const assigned = await run('territories', ['ZIP,Dealer', `752*,${code('AUSTIN')}`])
  expect(assigned).toEqual({ code: 0, stdout: 'Imported rows of territories: 1.\n', stderr: '' })
  await seen({ postal_code: '75201' }).toEqual([
    'AUSTIN territory',
    'DALLAS distance',
    'BOSTON group_sibling',
  ])
})

test('a spreadsheet as Excel saves it in Europe is read', async () => {
  const text = `Händlernummer;Name;PLZ;Land;Straße\r\n${code('MUC')};Bootshaus Müller;75067;USA;"Am Kai 1;\r\nHof"\r\n`
  const latin = Buffer.from(text, 'latin1')
  const {
    code: exit,
    stdout,
    stderr,
  } = await run(
    'dealers',
    latin,
    '--map',
    'händlernummer=dealer_code',
    '--map',
    'Land=country',
    '--map',
    'Straße=address',
  )
  expect({ exit, stdout, stderr }).toEqual({ exit: 0, stdout: 'Imported rows of dealers: 1.\n', stderr: '' })
  await expect
    .poll(async () => (await locate({ postal_code: '75067' })).body.dealers[0], { timeout: SEEN_AFTER_MS })
    .toMatchObject({ dealer_code: code('MUC'), name: 'Bootshaus Müller', address: 'Am Kai 1;\r\nHof' })
})

test('the examples can be imported', async () => {
  const root = join(import.meta.dirname, '../..')
  const example = (name: string) => join(root, 'examples', name)
  await server.apply(JSON.parse(readFileSync(example('setup.json'), 'utf8')))
  for (const noun of ['dealers', 'territories']) {
    const command = [noun, 'import', example(`${noun}.csv`), '--brand', 'harbor-craft']
    expect(await server.command(...command)).toEqual({
      code: 0,
      stdout: `Imported rows of ${noun}: 6.\n`,
      stderr: '',
    })
  }
})

describe('a file with invalid rows', () => {
  const invalid = () => [
    ...dealers(),
    `${code('X')},,Nowhere,TX,75201,`,
    `${code('Y')},=Formula,Köln,,50667,`,
  ]

  test('changes nothing, and another file lists what to fix', async () => {
    const { code: exit, stdout, stderr } = await run('dealers', invalid())
    const path = join(server.database.env.DATA_DIR, `import-${files}.invalid.csv`)
    expect({ exit, stdout }).toEqual({
      exit: 1,
      stdout: [
        'Nothing was written, because rows are invalid. Fix them, or import the others with --skip-invalid.',
        `Invalid rows: 2. They are in ${path}, each with its reason.`,
        '',
      ].join('\n'),
    })
    expect(stderr).toMatch(
      /^Error, line 5: Name is missing\.\nError, line 6: Country is missing\. .*\n.* with --country\.\n/,
    )
    expect(readFileSync(path, 'utf8').split('\r\n').slice(0, 3)).toEqual([
      '\ufeffline,reason,Dealer Code,Company,City,State,Zip,Group',
      `5,Name is missing.,${code('X')},,Nowhere,TX,75201,`,
      expect.stringMatching(/^6,"?Country is missing\. .*,'=Formula,Köln,,50667,$/),
    ])
    expect(matchesOf(await locate({ postal_code: '75201' }))).toEqual([])

    const fixed = readFileSync(path, 'utf8')
      .replace(',,Nowhere', ',Fixed,Nowhere')
      .replace('Köln,,50667', 'Waco,TX,76701')
    const again = await run('dealers', Buffer.from(fixed))
    expect(again.stdout).toBe('Skipped columns: line, reason.\nImported rows of dealers: 2.\n')
    expect(again.code).toBe(0)
    await seen({ postal_code: '75201' }).toEqual(['X distance', 'Y distance'])
  })

  test('is taken but for those rows with --skip-invalid', async () => {
    const { code: exit, stdout } = await run('dealers', invalid(), '--skip-invalid', '--json')
    expect(exit).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      ignored: [],
      written: true,
      taken: 3,
      removed: 0,
      faults: [
        { line: 5, field: 'name', message: 'Name is missing.' },
        {
          line: 6,
          field: 'country',
          message: expect.stringMatching(/^Country is missing/),
          option: 'country',
        },
      ],
      warnings: [expect.objectContaining({ line: 4 })],
      faulty_file: join(server.database.env.DATA_DIR, `import-${files}.invalid.csv`),
    })
    await seen({ postal_code: '75201' }).toHaveLength(3)
  })
})

test('--replace removes what the file does not name', async () => {
  await run('dealers', dealers())
  await run('territories', ['zip,dealer', `75201,${code('AUSTIN')}`, `75202,${code('AUSTIN')}`])
  const [header, dallas, austin] = dealers()
  const refused = await run('dealers', [header!, dallas!, austin!], '--replace')
  expect(refused).toMatchObject({
    code: 1,
    stdout:
      "Nothing was written: the import would remove 1 of the brand's 3 dealers, which the file does not name. Check the file, or confirm with --yes.\n",
  })
  const { stdout } = await run('dealers', [header!, dallas!, austin!], '--replace', '--yes')
  expect(stdout).toBe('Imported rows of dealers: 2. Removed, because the file does not name them: 1.\n')
  await seen({ postal_code: '75201' }).toEqual(['AUSTIN territory', 'DALLAS distance'])
  await run('territories', ['zip,dealer', `75202,${code('AUSTIN')}`], '--replace', '--yes')
  await seen({ postal_code: '75201' }).toEqual(['DALLAS distance', 'AUSTIN distance'])
  const empty = await run('dealers', [header!], '--replace')
  expect(empty).toMatchObject({
    code: 1,
    stdout: 'Nothing was written: no row can be imported.\n',
  })
  expect(matchesOf(await locate({ postal_code: '75202' }))).toHaveLength(2)
})
