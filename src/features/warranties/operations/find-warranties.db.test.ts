import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { makeWorld, type World } from '../world.test-support.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  const contact = { first_name: 'Ada', last_name: 'Rivers', zipcode: '75067' }
  await world.register({ hin: 'AAA00000A526', contact: { ...contact, email: 'Ada@Example.com' } })
  await world.register({
    hin: 'AAB00000A526',
    brand_id: 2,
    registration_date: '2026-01-10',
    contact: { first_name: 'JÜRGEN', last_name: 'Kiel', phone: '+1 (214) 555-0199', zipcode: '20095' },
  })
  await world.register({
    hin: 'BBB00000A526',
    warranty_status: 'voided',
    contact: { ...contact, email: 'b@b.com' },
  })
  await world.register({ hin: 'BBB00000A526', brand_id: 2, contact: { ...contact, email: '50%_off@b.com' } })
  await world.transfer('AAA00000A526', { contact: { ...contact, first_name: 'Bo', email: 'bo@example.com' } })
})
afterAll(() => world.drop())

const find = async (...words: string[]) => {
  const { printed, noted, exit } = await world.run('find', ...words, '--json')
  const found = JSON.parse(printed[0]!) as { brand: string; hin: string }[]
  return { found: found.map(({ brand, hin }) => `${brand} ${hin}`), noted, exit }
}

test.each([
  [['--hin', 'aaa00000a526'], ['harbor-craft AAA00000A526']],
  [
    ['--hin', 'aa'],
    ['tide AAB00000A526', 'harbor-craft AAA00000A526'],
  ],
  [['--email', 'BO@EXAMPLE.COM'], ['harbor-craft AAA00000A526']],
  [['--phone', '214-555 0199'], ['tide AAB00000A526']],
  [['--phone', '0199'], ['tide AAB00000A526']],
  [['--name', 'jürgen k'], ['tide AAB00000A526']],
  [['--name', 'ju\u0308rgen'], ['tide AAB00000A526']],
  [['--name', 'bo riv'], ['harbor-craft AAA00000A526']],
  [
    ['--brand', 'tide'],
    ['tide BBB00000A526', 'tide AAB00000A526'],
  ],
  [['--brand', '1', '--status', 'voided'], ['harbor-craft BBB00000A526']],
  [
    ['--sync-status', 'pending'],
    ['tide BBB00000A526', 'tide AAB00000A526'],
  ],
  [['--registered-from', '2026-01-10', '--registered-to', '2026-01-10'], ['tide AAB00000A526']],
  [['--hin', 'BBB00000A526', '--brand', 'tide'], ['tide BBB00000A526']],
])('%j finds %j', async (words, expected) => {
  expect(await find(...words)).toEqual({ found: expected, noted: [], exit: 0 })
})

test.each([
  ['an earlier owner', ['--email', 'ada@example.com']],
  ['a wildcard', ['--name', '%']],
  ['another wildcard', ['--name', 'B_ R']],
  ['digits in another order', ['--phone', '9910']],
])('nothing is found by %s, and the exit code says so', async (_what, words) => {
  expect(await find(...words)).toEqual({ found: [], noted: ['There are no warranties to show.'], exit: 2 })
})

test('the limit bounds the list, and a note says that there is more', async () => {
  const { found, noted } = await find('--limit', '2')
  expect(found).toHaveLength(2)
  expect(noted).toEqual(['There are more than 2. Show more with --limit.'])
  expect((await find('--limit', '4')).noted).toEqual([])
})

test('a person gets a line a warranty', async () => {
  const { printed } = await world.run('find', '--hin', 'AA')
  expect(printed).toEqual([
    'hin           brand         status  registered  boat               owner                           CRM',
    'AAB00000A526  tide          active  2026-01-10  2025 Tidewater 24  JÜRGEN Kiel, +1 (214) 555-0199  pending',
    expect.stringMatching(/^AAA00000A526 {2}harbor-craft {2}active .* Bo Rivers, bo@example.com {2,}-$/),
  ])
})

test('every issue is reported at the same time', async () => {
  const error = await world
    .run(
      'find',
      '--hin',
      'a-b',
      '--email',
      'x',
      '--phone',
      '1',
      '--name',
      ' ',
      '--registered-to',
      '2025-02-30',
    )
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof AppError)) throw error
  expect(error.issues.map(({ field }) => field)).toEqual(['hin', 'email', 'phone', 'name', 'registered_to'])
})

test.each([['find'], ['show', 'AAA00000A526'], ['export'], ['import', 'x.csv']])(
  '%j of a brand that is not there names those like it',
  async (...words) => {
    await expect(world.run(...words, '--brand', 'tied')).rejects.toThrow('There is no brand "tied".')
    await expect(world.run(...words, '--brand', 'tides')).rejects.toThrow('Did you mean "tide"?')
  },
)

test.each([['--status'], ['--sync-status']])('%s must be one that there is', async (option) => {
  await expect(world.run('find', option, 'lost')).rejects.toMatchObject({ code: 'commander.invalidArgument' })
})

describe('show', () => {
  test('shows the record, every owner and the CRM', async () => {
    const { printed } = await world.run('show', 'aaa00000a526', '--json')
    expect(JSON.parse(printed[0]!)).toMatchObject({
      brand: 'harbor-craft',
      hin: 'AAA00000A526',
      contact: { first_name: 'Bo' },
      crm_sync: { status: 'not_configured' },
      crm_contact_id: null,
      history: [
        { first_name: 'Ada', email: 'Ada@Example.com', transfer_date: expect.any(String) },
        { first_name: 'Bo', transfer_date: null },
      ],
    })
    const lines = (await world.run('show', 'AAA00000A526')).printed
    expect(lines).toContainEqual(expect.stringMatching(/^warranty_status +active$/))
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}email +bo@example.com$/))
    expect(lines.at(-2)).toMatch(/^ {2}2025-03-01 to \d{4}-\d\d-\d\d: Ada Rivers, Ada@Example.com$/)
  })

  test('asks which brand is meant where several have the HIN', async () => {
    await expect(world.run('show', 'BBB00000A526')).rejects.toThrow(
      'The HIN BBB00000A526 exists under the brands 1 (harbor-craft) and 2 (tide). Name one of them. Add --brand.',
    )
    const { printed } = await world.run('show', 'BBB00000A526', '--brand', '2', '--json')
    expect(JSON.parse(printed[0]!)).toMatchObject({ brand: 'tide', contact: { email: '50%_off@b.com' } })
  })

  test('suggests the nearest HIN, with code 2, when there is none', async () => {
    const hint = 'There is no warranty with the HIN AAA00000A256. Did you mean "AAA00000A526"?'
    const missing = { printed: [], noted: [hint], exit: 2 }
    for (const command of ['show', 'correct']) {
      const words = command === 'correct' ? ['--model', 'X'] : []
      expect(await world.run(command, 'AAA00000A256', ...words)).toMatchObject(missing)
    }
    expect((await world.run('show', 'ZZZ99999Z999')).noted).toEqual([
      'There is no warranty with the HIN ZZZ99999Z999.',
    ])
  })
})

test('find, show and export call a warranty expired before the daily run stores that, and a correction stores it', async () => {
  const { hin } = await world.register({ hin: 'CCC00000A526' })
  const ended = { warranty_end_date: '2001-01-01' }
  await world.db.write((trx) => trx.updateTable('warranties').set(ended).where('hin', '=', hin).execute())
  expect((await find('--hin', hin, '--status', 'expired')).found).toEqual([`harbor-craft ${hin}`])
  expect((await find('--hin', hin, '--status', 'active')).found).toEqual([])
  const shown = JSON.parse((await world.run('show', hin, '--json')).printed[0]!)
  expect(shown.warranty_status).toBe('expired')
  const { written } = await world.run('export', '--format', 'ndjson')
  const exported = written.split('\n').find((line) => line.includes(hin))!
  expect(JSON.parse(exported).warranty_status).toBe('expired')
  await world.run('correct', hin, '--warranty-start-date', '2000-01-01', '--warranty-duration-months', '12')
  const stored = world.db.read.selectFrom('warranties').select('warranty_status').where('hin', '=', hin)
  expect(await stored.executeTakeFirst()).toEqual({ warranty_status: 'expired' })
})
