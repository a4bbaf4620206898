import { Command } from 'commander'
import { describe, expect, it, vi } from 'vitest'
import { registerDeliveryCommands } from './cli.ts'
import type { DeliveryRow } from './queries.ts'

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

async function run(...args: string[]) {
  const engine = {
    list: vi.fn(async () => [row]),
    retry: vi.fn(async (_: unknown, ids: readonly number[]) => ids.filter((id) => id === 7)),
    retryAllFailed: vi.fn(async () => 3),
  }
  const lines: string[] = []
  const notes: string[] = []
  const program = new Command().exitOverride()
  registerDeliveryCommands(program, (work) => work(engine), {
    print: (line) => lines.push(line),
    note: (line) => notes.push(line),
  })
  await program.parseAsync(['deliveries', ...args], { from: 'user' })
  return { engine, lines, notes }
}

describe('deliveries list', () => {
  it('prints a line each', async () => {
    const { engine, lines } = await run('list')
    expect(engine.list).toHaveBeenCalledWith({ failed: false, limit: 100 })
    expect(lines).toEqual([
      '7  lead_webhook lead.submitted, brand 2, subject 5: failed, 8 attempts, the last ' +
        '2023-11-14T22:13:20.000000Z: The receiver answered with status 503.',
    ])
  })

  it('prints JSON, of the failed ones, as many as asked for', async () => {
    const { engine, lines } = await run('list', '--failed', '--limit', '5', '--json')
    expect(engine.list).toHaveBeenCalledWith({ failed: true, limit: 5 })
    expect(JSON.parse(lines.join('\n'))).toMatchObject([
      { id: 7, status: 'failed', attempts: 8, next_attempt: null, error: row.last_error },
    ])
  })
})

describe('deliveries retry', () => {
  it('retries those named, and says which were not', async () => {
    const { engine, lines, notes } = await run('retry', '7', '8')
    expect(engine.retry).toHaveBeenCalledWith({ kind: 'administrator', name: expect.any(String) }, [7, 8])
    expect(lines).toEqual(['Due again: 1.'])
    expect(notes).toEqual(['Not found, delivered already or being sent: 8.'])
  })

  it('retries all that failed', async () => {
    expect((await run('retry', '--all-failed', '--json')).lines).toEqual(['{"retried":3}'])
  })

  it.each([[[]], [['--all-failed', '7']], [['seven']], [['0']], [['1.5']]])('refuses %j', async (args) => {
    await expect(run('retry', ...args)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})
