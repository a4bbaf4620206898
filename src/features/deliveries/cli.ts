import type { Command } from 'commander'
import { toIsoMicros } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, administrator } from '../audit/index.ts'
import type { DeliveryRow } from './queries.ts'

/** What the commands need of the engine. */
interface DeliveryAdministration {
  list(page: { failed: boolean; limit: number }): Promise<DeliveryRow[]>
  retry(actor: Actor, ids: readonly number[]): Promise<number[]>
  retryAllFailed(actor: Actor): Promise<number>
}

/** Runs work on the deliveries of an open, migrated database, and closes it. */
type WithDeliveries = <T>(work: (deliveries: DeliveryAdministration) => Promise<T>) => Promise<T>

interface Output {
  /** A line of the result. */
  print(line: string): void
  /** A line beside the result. */
  note(line: string): void
}

/** Adds `deliveries list [--failed] [--json]` and `deliveries retry ID… | --all-failed` to a program. */
export function registerDeliveryCommands(
  program: Command,
  withDeliveries: WithDeliveries,
  { print, note }: Output,
): void {
  const deliveries = program
    .command('deliveries')
    .description('what is owed to CRMs, lead webhooks and dealers')

  deliveries
    .command('list')
    .description('the newest deliveries, failed ones only with --failed')
    .option('--failed', 'only those that are not tried any more')
    .option('--limit <number>', 'how many', readNumber, 100)
    .option('--json', 'as JSON')
    .action(async ({ failed = false, limit, json }: { failed?: boolean; limit: number; json?: boolean }) => {
      const rows = await withDeliveries((engine) => engine.list({ failed, limit }))
      if (json) print(JSON.stringify(rows.map(toListed)))
      else for (const row of rows) print(describe(row))
    })

  deliveries
    .command('retry')
    .description('try deliveries again, at once and with their whole schedule before them')
    .argument('[ids...]', 'their ids, as list shows them')
    .option('--all-failed', 'all that failed')
    .option('--json', 'as JSON')
    .action(async (texts: string[], { allFailed, json }: { allFailed?: boolean; json?: boolean }) => {
      if (texts.length > 0 === Boolean(allFailed)) {
        throw new AppError('VALIDATION_ERROR', 'Say which: the ids of deliveries, or --all-failed.')
      }
      if (allFailed) {
        const count = await withDeliveries((engine) => engine.retryAllFailed(administrator()))
        print(json ? JSON.stringify({ retried: count }) : `Due again: ${count}.`)
        return
      }
      const ids = texts.map(readNumber)
      const retried = await withDeliveries((engine) => engine.retry(administrator(), ids))
      print(
        json ? JSON.stringify({ retried: retried.length, ids: retried }) : `Due again: ${retried.length}.`,
      )
      const left = ids.filter((id) => !retried.includes(id))
      if (left.length > 0) note(`Not found, delivered already or being sent: ${left.join(', ')}.`)
    })
}

function readNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new AppError('VALIDATION_ERROR', `"${text}" is no number from 1 up.`)
}

function toListed(row: DeliveryRow) {
  return {
    id: row.id,
    kind: row.kind,
    event: row.event,
    brand_id: row.brand_id,
    subject_id: row.subject_id,
    message_id: row.message_id,
    status: row.status,
    attempts: row.attempts,
    error: row.last_error,
    created_at: toIsoMicros(row.created_at),
    last_attempt: row.last_attempt_at === null ? null : toIsoMicros(row.last_attempt_at),
    next_attempt: row.status === 'pending' ? toIsoMicros(row.next_attempt_at) : null,
  }
}

function describe(row: DeliveryRow): string {
  const { id, kind, event, brand_id, subject_id, status, attempts, last_attempt, error } = toListed(row)
  const what = `${id}  ${kind} ${event}, brand ${brand_id}, subject ${subject_id}`
  const tried = last_attempt
    ? `${attempts} attempt${attempts === 1 ? '' : 's'}, the last ${last_attempt}`
    : 'not tried yet'
  return `${what}: ${status}, ${tried}${error ? `: ${error}` : ''}`
}
