import { PassThrough } from 'node:stream'
import { Command } from 'commander'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPerTest } from '../../../test/support/db.ts'
import { keepOutput } from '../../../test/support/output.ts'
import { openTerminal, type Terminal } from '../../platform/cli/terminal.ts'
import type { Db } from '../../platform/db/db.ts'
import { createOutgoing } from '../../platform/outgoing/client.ts'
import { registerDeliveryCommands } from './cli.ts'
import { addDeliveries, administer, makeEngine, Receiver, rowsOf } from './engine.test-support.ts'

const ERROR = 'The receiver answered with status 503.'
const AT = 1_700_000_000_000_000

const database = openPerTest()
let db: Db

beforeEach(async () => {
  db = database.db
  const brand = { name: 'Brand', updated_at: 0 }
  const brands = [
    { ...brand, id: 1, slug: 'harbor-craft' },
    { ...brand, id: 2, slug: 'tidewater' },
  ]
  await db.write((trx) => trx.insertInto('brands').values(brands).execute())
})

/** Adds a failed delivery of a lead with one attempt. */
async function addLead(): Promise<void> {
  const lead = { kind: 'lead_webhook', event: 'lead.submitted', subject_id: 5, lane: 'lead:5' } as const
  const tried = { attempts: 8, last_attempt_at: AT, last_error: ERROR, created_at: AT }
  await addDeliveries(db, { id: 7, brand_id: 2, ...lead, ...tried })
  const attempt = { delivery_id: 7, number: 1, at: AT, duration_ms: 12, status: 503, worker: 'host:1' }
  const answer = 'come\nback\u001b[2J'
  await db.write((trx) =>
    trx
      .insertInto('delivery_attempts')
      .values({ ...attempt, error: ERROR, answer })
      .execute(),
  )
}

interface Surroundings {
  interactive?: boolean
  answer?: string
}

/** Runs `deliveries ARGS`. Returns what it wrote and the error, if it failed. */
async function run(args: string[], { interactive = false, answer = '' }: Surroundings = {}) {
  const { kept, output } = keepOutput()
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
  const terminal: Terminal = {
    ...openTerminal(new PassThrough().end(''), new PassThrough()),
    interactive,
    ask: async () => answer,
  }
  const outgoing = createOutgoing({ allowPrivate: true, userAgent: 'transom/test' })
  const ctx = { ...administer(db, makeEngine(db, new Receiver())), outgoing }
  registerDeliveryCommands(program, (work) => work(ctx), output, terminal)
  for (const command of program.commands[0]!.commands) command.exitOverride()
  const error = await program.parseAsync(['deliveries', ...args], { from: 'user' }).then(
    () => undefined,
    (reason) => reason,
  )
  return { ...kept, error }
}

async function idsOf(...args: string[]): Promise<number[]> {
  const { error, printed } = await run(['list', ...args, '--json'])
  if (error) throw error
  return JSON.parse(printed.join('')).map(({ id }: { id: number }) => id)
}

const idsOfPending = async () =>
  (await rowsOf(db)).filter(({ status }) => status === 'pending').map(({ id }) => id)

describe('deliveries list', () => {
  it('prints a table', async () => {
    await addLead()
    const { printed } = await run(['list'])
    expect(printed.map((line) => line.split(/ {2,}/))).toEqual([
      ['id', 'kind', 'event', 'brand', 'subject', 'status', 'attempts', 'last attempt', 'error'],
      [
        ...[
          '7',
          'lead_webhook',
          'lead.submitted',
          'tidewater',
          '5',
          'failed',
          '8',
          '2023-11-14T22:13:20.000000Z',
        ],
        ERROR,
      ],
    ])
  })

  it('says that there are none', async () => {
    const nothing = { noted: ['There are no deliveries to show.'], exit: 2 }
    expect(await run(['list', '--failed'])).toMatchObject({ printed: [], ...nothing })
    expect(await run(['list', '--json'])).toMatchObject({ printed: ['[]'], ...nothing })
  })

  it('prints JSON', async () => {
    await addLead()
    expect(JSON.parse((await run(['list', '--json'])).printed.join('\n'))).toEqual([
      {
        id: 7,
        kind: 'lead_webhook',
        event: 'lead.submitted',
        brand_id: 2,
        brand: 'tidewater',
        subject_id: 5,
        lane: 'lead:5',
        message_id: expect.stringMatching(/^msg_/),
        sandbox: false,
        status: 'failed',
        attempts: 8,
        error: ERROR,
        created_at: '2023-11-14T22:13:20.000000Z',
        last_attempt: '2023-11-14T22:13:20.000000Z',
        next_attempt: null,
      },
    ])
  })

  it('shows only deliveries that match every option', async () => {
    const created_at = Date.now() * 1000
    const match = { brand_id: 2, kind: 'lead_webhook', event: 'lead.submitted', lane: 'lead:5' } as const
    const pending = { ...match, status: 'pending', created_at } as const
    await addDeliveries(
      db,
      { ...pending, id: 1 },
      { ...pending, id: 2, status: 'failed' },
      { ...pending, id: 3, kind: 'dealer_mail' },
      { ...pending, id: 4, brand_id: 1 },
      { ...pending, id: 5, lane: 'lead:6' },
      { ...pending, id: 6, event: 'lead.other' },
      { ...pending, id: 7, created_at: created_at - 7_300_000_000 },
      { ...pending, id: 8 },
      { ...pending, id: 9 },
    )
    const options = ['--kind', 'lead_webhook', '--brand', 'tidewater', '--lane', 'lead:5']
    const others = ['--event', 'lead.submitted', '--since', '2h']
    expect(await idsOf('--status', 'pending', ...options, ...others)).toEqual([9, 8, 1])
    expect(await idsOf('--failed', ...options, ...others)).toEqual([2])
    expect(await idsOf('--before', '9', '--limit', '2')).toEqual([8, 7])
    expect(await idsOf('--brand', '1')).toEqual([4])
  })

  it.each([
    ['30m', () => Date.now() * 1000 - 1_800_000_000],
    ['7d', () => Date.now() * 1000 - 604_800_000_000],
    ['2026-05-01', () => Date.UTC(2026, 4, 1) * 1000],
    ['2026-05-01T12:00:00+02:00', () => Date.UTC(2026, 4, 1, 10) * 1000],
  ])('takes %s for a time', async (since, moment) => {
    const created_at = moment()
    await addDeliveries(db, { created_at: created_at - 1 }, { id: 9, created_at: created_at + 60_000_000 })
    expect(await idsOf('--since', since)).toEqual([9])
    expect(await idsOf('--until', since)).toEqual([1])
  })

  it.each([
    [['--since', 'yesterday'], 'VALIDATION_ERROR'],
    [['--since', '2026-13-01'], 'VALIDATION_ERROR'],
    [['--brand', 'tidewatr'], 'NOT_FOUND'],
    [['--failed', '--status', 'pending'], 'commander.conflictingOption'],
    [['--status', 'lost'], 'commander.invalidArgument'],
    [['--kind', 'fax'], 'commander.invalidArgument'],
  ])('refuses %j', async (args, code) => {
    expect((await run(['list', ...args])).error).toMatchObject({ code })
  })
})

describe('deliveries show', () => {
  it('prints the delivery and every attempt with its answer', async () => {
    await addLead()
    const { printed } = await run(['show', '7'])
    expect(printed).toContain('status         failed')
    expect(printed.slice(-5)).toEqual([
      '',
      'attempt 1  2023-11-14T22:13:20.000000Z, 12 ms, by host:1',
      `  ${ERROR}`,
      '  | come',
      '  | back [2J',
    ])
  })

  it('prints JSON', async () => {
    await addLead()
    expect(JSON.parse((await run(['show', '7', '--json'])).printed[0]!)).toMatchObject({
      id: 7,
      attempts_made: 8,
      attempts: [
        {
          at: '2023-11-14T22:13:20.000000Z',
          number: 1,
          duration_ms: 12,
          status: 503,
          error: ERROR,
          final: false,
          answer: 'come\nback\u001b[2J',
          worker: 'host:1',
        },
      ],
    })
  })

  it('says that there is no such delivery', async () => {
    const { error } = await run(['show', '8'])
    expect(error).toMatchObject({ code: 'NOT_FOUND', message: 'There is no delivery 8.' })
  })
})

describe('deliveries retry', () => {
  const addFailed = (count: number) => addDeliveries(db, ...Array<object>(count).fill({}))

  it('retries deliveries by id, and names those that it cannot retry', async () => {
    const [first, second] = await addFailed(2)
    expect(await run(['retry', `${first}`])).toMatchObject({ exit: 0, printed: ['1 delivery is due again.'] })
    const { printed, noted, exit } = await run(['retry', `${second}`, '999', '--json'])
    expect(exit).toBe(1)
    expect(printed).toEqual([`{"retried":1,"ids":[${second}]}`])
    expect(noted).toEqual(['Not retried, because unknown, delivered or being sent: 999.'])
    expect(await idsOfPending()).toEqual([first, second])
  })

  it('retries all failed deliveries without confirmation', async () => {
    await addFailed(30)
    expect((await run(['retry', '--all-failed', '--json'])).printed).toEqual(['{"retried":30}'])
    expect(await idsOfPending()).toHaveLength(30)
  })

  it('retries failed deliveries that match the filter', async () => {
    const created_at = Date.now() * 1000
    await addDeliveries(
      db,
      { id: 1, created_at, brand_id: 2 },
      { id: 2, created_at, brand_id: 2 },
      { id: 3, created_at },
      { id: 4, created_at: created_at - 3_700_000_000, brand_id: 2 },
      { id: 5, created_at, brand_id: 2, status: 'delivered' },
    )
    const { printed } = await run(['retry', '--failed', '--brand', '2', '--since', '1h'])
    expect(printed).toEqual(['2 deliveries are due again.'])
    expect(await idsOfPending()).toEqual([1, 2])
  })

  it.each<[number, Surroundings, string[], boolean]>([
    [20, {}, [], true],
    [21, {}, [], false],
    [21, {}, ['--yes'], true],
    [21, { interactive: true, answer: 'y' }, [], true],
    [21, { interactive: true, answer: '' }, [], false],
  ])('asks before it retries more than twenty: %i, %j, %j', async (count, surroundings, args, done) => {
    await addFailed(count)
    const { error } = await run(['retry', '--failed', ...args], surroundings)
    expect(error?.code).toBe(done ? undefined : 'VALIDATION_ERROR')
    expect(await idsOfPending()).toHaveLength(done ? count : 0)
  })

  it.each<[string[], string?]>([
    [[]],
    [['--all-failed', '7']],
    [['--failed', '7']],
    [['--failed', '--all-failed']],
    [['--brand', 'tidewater']],
    [['7', '--kind', 'lead_webhook']],
    [['7', '--endpoint', '1']],
    [['--all-failed', '--since', '2h']],
    [['--all-failed', '--until', '2h']],
    [['7', '--endpoint', '3']],
    [['seven'], 'commander.invalidArgument'],
    [['7', '0'], 'commander.invalidArgument'],
    [['1.5'], 'commander.invalidArgument'],
  ])('refuses %j', async (args, code = 'VALIDATION_ERROR') => {
    await addDeliveries(db, { id: 7, brand_id: 2 })
    expect((await run(['retry', ...args])).error).toMatchObject({ code })
    expect(await idsOfPending()).toEqual([])
  })
})

it('deliveries stats prints tables or JSON', async () => {
  await addLead()
  expect((await run(['stats'])).printed).toEqual([
    'kind          pending  delivered  failed',
    'lead_webhook  0        0          1',
    '',
    'Nothing is pending.',
  ])
  expect(JSON.parse((await run(['stats', '--json'])).printed[0]!)).toEqual({
    kinds: { lead_webhook: { failed: 1 } },
    oldest: { waiting_s: 0, overdue_s: 0 },
    targets: [],
  })
})

it.each(['list', 'show', 'retry', 'stats'])('%s --help has examples', (name) => {
  const program = new Command()
  const never = async () => Promise.reject(new Error('not asked for'))
  registerDeliveryCommands(program, never, keepOutput().output, {} as never)
  const command = program.commands[0]!.commands.find((one) => one.name() === name)!
  const help: string[] = []
  command.configureOutput({ writeOut: (text) => void help.push(text) }).outputHelp()
  expect(help.join('')).toContain(`transom deliveries ${name}`)
})
