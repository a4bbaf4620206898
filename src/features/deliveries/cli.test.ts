import { Command } from 'commander'
import { describe, expect, it, vi } from 'vitest'
import { keepOutput } from '../../../test/support/output.ts'
import { registerDeliveryCommands } from './cli.ts'
import { describeStats } from './format.ts'
import type { DeliveryRow } from './queries/queue-queries.ts'

const NOW = 1_800_000_000_000_000

const row: DeliveryRow = {
  id: 7,
  kind: 'lead_webhook',
  event: 'lead.submitted',
  brand_id: 2,
  subject_id: 5,
  lane: 'lead:5',
  message_id: 'msg_x',
  status: 'failed',
  attempts: 8,
  step: 8,
  next_attempt_at: 0,
  lease_until: null,
  lease_token: null,
  last_attempt_at: 1_700_000_000_000_000,
  last_error: 'The receiver answered with status 503.',
  created_at: 1_700_000_000_000_000,
  finished_at: 0,
}
const attempt = {
  delivery_id: 7,
  number: 1,
  at: 1_700_000_000_000_000,
  duration_ms: 12,
  status: 503,
  error: 'The receiver answered with status 503.',
  final: 0 as const,
  answer: 'come\nback\u001b[2J',
  worker: 'host:1',
}
const stats = {
  kinds: { lead_webhook: { pending: 3, failed: 1 } },
  oldest: { waiting_s: 7_300, overdue_s: 61 },
  targets: [
    {
      kind: 'lead_webhook' as const,
      brand_id: 2,
      brand: 'tidewater',
      waiting: 2,
      running: 1,
      circuit: 'open' as const,
      attempts: 8,
      success_rate: 0.125,
      p50_ms: 12,
      p95_ms: 40,
    },
  ],
}

interface Surroundings {
  /** How many a filter means. */
  meant?: number
  interactive?: boolean
  answer?: string
  listed?: DeliveryRow[]
}

async function run(args: string[], surroundings: Surroundings = {}) {
  const { meant = 3, interactive = false, answer = '', listed = [row] } = surroundings
  const engine = {
    list: vi.fn(async () => listed),
    show: vi.fn(async (id: number) => (id === 7 ? { delivery: row, attempts: [attempt] } : undefined)),
    countMatching: vi.fn(async () => meant),
    retry: vi.fn(async (_actor: unknown, ids: readonly number[]) => ids.filter((id) => id === 7)),
    retryFailed: vi.fn(async (_actor: unknown, _filter: object) => meant),
    stats: async () => stats,
  }
  const { kept, output } = keepOutput()
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined })
  const terminal = {
    interactive,
    ask: async () => answer,
    askSecretly: async () => '',
    readLine: async () => '',
    close: () => undefined,
  }
  const brands = [
    { id: 1, slug: 'harbor-craft' },
    { id: 2, slug: 'tidewater' },
  ]
  registerDeliveryCommands(
    program,
    (work) => work({ deliveries: engine, clock: { now: () => NOW }, brands }),
    output,
    terminal,
  )
  for (const command of program.commands[0]!.commands) command.exitOverride()
  const parsed = program.parseAsync(['deliveries', ...args], { from: 'user' })
  return {
    engine,
    parsed,
    ...(await parsed.then(() => ({})).catch((error) => ({ error }))),
    ...kept,
  }
}

const ADMINISTRATOR = expect.objectContaining({ kind: 'shell' })

describe('deliveries list', () => {
  it('prints a table', async () => {
    const { engine, printed } = await run(['list'])
    expect(engine.list).toHaveBeenCalledWith({}, { before: undefined, limit: 100 })
    expect(printed.map((line) => line.split(/ {2,}/))).toEqual([
      ['id', 'kind', 'event', 'brand', 'subject', 'status', 'attempts', 'last attempt', 'error'],
      [
        ...['7', 'lead_webhook', 'lead.submitted', '2', '5', 'failed', '8', '2023-11-14T22:13:20.000000Z'],
        'The receiver answered with status 503.',
      ],
    ])
  })

  it('says so where there is none', async () => {
    const nothing = { noted: ['There are no deliveries to show.'], exit: 2 }
    expect(await run(['list', '--failed'], { listed: [] })).toMatchObject({ printed: [], ...nothing })
    expect(await run(['list', '--json'], { listed: [] })).toMatchObject({ printed: ['[]'], ...nothing })
  })

  it('prints JSON, of the failed ones, as many as asked for', async () => {
    const { engine, printed } = await run(['list', '--failed', '--limit', '5', '--json'])
    expect(engine.list).toHaveBeenCalledWith({ status: 'failed' }, { before: undefined, limit: 5 })
    expect(JSON.parse(printed.join('\n'))).toMatchObject([
      { id: 7, status: 'failed', attempts: 8, lane: 'lead:5', next_attempt: null, error: row.last_error },
    ])
  })

  it('narrows by state, kind, brand, queue, event and time', async () => {
    const args = ['--status', 'pending', '--kind', 'lead_webhook', '--brand', 'tidewater', '--lane', 'lead:5']
    const { engine } = await run([
      'list',
      ...args,
      '--event',
      'lead.submitted',
      '--since',
      '2h',
      '--before',
      '9',
    ])
    expect(engine.list).toHaveBeenCalledWith(
      {
        status: 'pending',
        kind: 'lead_webhook',
        brandId: 2,
        queueKey: 'lead:5',
        event: 'lead.submitted',
        since: NOW - 7_200_000_000,
      },
      { before: 9, limit: 100 },
    )
  })

  it.each([
    ['30m', NOW - 1_800_000_000],
    ['7d', NOW - 604_800_000_000],
    ['2026-05-01', Date.UTC(2026, 4, 1) * 1000],
    ['2026-05-01T12:00:00+02:00', Date.UTC(2026, 4, 1, 10) * 1000],
  ])('takes %s for a time', async (since, expected) => {
    expect((await run(['list', '--since', since])).engine.list).toHaveBeenCalledWith(
      expect.objectContaining({ since: expected }),
      expect.anything(),
    )
  })

  it.each([
    [['--since', 'yesterday'], 'VALIDATION_ERROR'],
    [['--since', '2026-13-01'], 'VALIDATION_ERROR'],
    [['--brand', 'tidewatr'], 'NOT_FOUND'],
    [['--failed', '--status', 'pending'], 'commander.conflictingOption'],
    [['--status', 'lost'], 'commander.invalidArgument'],
    [['--kind', 'fax'], 'commander.invalidArgument'],
  ])('refuses %j', async (args, code) => {
    await expect((await run(['list', ...args])).parsed).rejects.toMatchObject({ code })
  })
})

describe('deliveries show', () => {
  it('prints the delivery and every attempt with what was answered', async () => {
    const { printed } = await run(['show', '7'])
    expect(printed).toContain('status         failed')
    expect(printed.slice(-5)).toEqual([
      '',
      'attempt 1  2023-11-14T22:13:20.000000Z, 12 ms, by host:1',
      '  The receiver answered with status 503.',
      '  | come',
      '  | back [2J',
    ])
  })

  it('prints JSON', async () => {
    const { delivery_id: _, at: __, ...rest } = attempt
    expect(JSON.parse((await run(['show', '7', '--json'])).printed[0]!)).toMatchObject({
      id: 7,
      attempts_made: 8,
      attempts: [{ at: '2023-11-14T22:13:20.000000Z', ...rest, final: false }],
    })
  })

  it('says that there is none', async () => {
    await expect((await run(['show', '8'])).parsed).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('deliveries retry', () => {
  it('retries those named, and says which were not', async () => {
    expect((await run(['retry', '7'])).exit).toBe(0)
    const { engine, printed, noted, exit } = await run(['retry', '7', '8'])
    expect(engine.retry).toHaveBeenCalledWith(ADMINISTRATOR, [7, 8])
    expect(exit).toBe(1)
    expect(printed).toEqual(['1 delivery is due again.'])
    expect(noted).toEqual(['Not retried, because unknown, delivered or being sent: 8.'])
  })

  it('retries all that failed, unasked', async () => {
    const { engine, printed } = await run(['retry', '--all-failed', '--json'], { meant: 3_000 })
    expect(printed).toEqual(['{"retried":3000}'])
    expect(engine.retryFailed).toHaveBeenCalledWith(ADMINISTRATOR, { status: 'failed' })
  })

  it('retries those of a filter that failed', async () => {
    const { engine, printed } = await run(['retry', '--failed', '--brand', '2', '--since', '1h'])
    expect(printed).toEqual(['3 deliveries are due again.'])
    expect(engine.retryFailed).toHaveBeenCalledWith(ADMINISTRATOR, {
      status: 'failed',
      brandId: 2,
      since: NOW - 3_600_000_000,
    })
  })

  it.each<[Surroundings, string[], boolean]>([
    [{ meant: 20 }, [], true],
    [{ meant: 21 }, [], false],
    [{ meant: 21 }, ['--yes'], true],
    [{ meant: 21, interactive: true, answer: 'y' }, [], true],
    [{ meant: 21, interactive: true, answer: '' }, [], false],
  ])('asks when it is many: %j, %j', async (surroundings, args, done) => {
    const { engine, parsed } = await run(['retry', '--failed', ...args], surroundings)
    if (!done) await expect(parsed).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(engine.retryFailed).toHaveBeenCalledTimes(Number(done))
  })

  it.each<[string[], string?]>([
    [[]],
    [['--all-failed', '7']],
    [['--failed', '7']],
    [['--failed', '--all-failed']],
    [['--brand', 'tidewater']],
    [['7', '--kind', 'lead_webhook']],
    [['--all-failed', '--since', '2h']],
    [['seven'], 'commander.invalidArgument'],
    [['7', '0'], 'commander.invalidArgument'],
    [['1.5'], 'commander.invalidArgument'],
  ])('refuses %j', async (args, code = 'VALIDATION_ERROR') => {
    const { engine, parsed } = await run(['retry', ...args])
    await expect(parsed).rejects.toMatchObject({ code })
    expect(engine.retry).not.toHaveBeenCalled()
    expect(engine.retryFailed).not.toHaveBeenCalled()
  })
})

it('says that nothing is pending, where it is so', () => {
  const kinds = { lead_webhook: { delivered: 3 } }
  expect(describeStats({ ...stats, kinds, targets: [] })).toEqual([
    'kind          pending  delivered  failed',
    'lead_webhook  0        3          0',
    '',
    'Nothing is pending.',
  ])
})

describe('deliveries stats', () => {
  it('prints tables', async () => {
    expect((await run(['stats'])).printed).toEqual([
      'kind          pending  delivered  failed',
      'lead_webhook  3        0          1',
      '',
      'The oldest pending delivery is 2 h old; one has been due for 61 s.',
      '',
      'kind          brand      waiting  running  circuit  last hour  success  p50 ms  p95 ms',
      'lead_webhook  tidewater  2        1        open     8          12.5 %   12      40',
    ])
  })

  it('prints JSON', async () => {
    expect(JSON.parse((await run(['stats', '--json'])).printed[0]!)).toEqual(stats)
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
