import { type Command, Option } from 'commander'
import { readNumber } from '../../platform/cli/options.ts'
import { readMoment } from '../../platform/cli/timestamps.ts'
import type { Micros } from '../../platform/clock.ts'
import { type DeliveryKind, type DeliveryStatus, KINDS, STATUSES } from './delivery.ts'
import type { DeliveryFilter, FailedFilter } from './filter.ts'

/** Options that select deliveries. */
export interface FilterOptions {
  status?: DeliveryStatus
  kind?: DeliveryKind
  brand?: string
  lane?: string
  event?: string
  endpoint?: number
  since?: string
  until?: string
  failed?: boolean
}

/** Adds the options that select deliveries by status. */
export function addStateOptions(command: Command): Command {
  return command
    .addOption(new Option('--status <status>', 'Only with this status').choices(STATUSES))
    .addOption(new Option('--failed', 'Only failed ones, as with --status failed').conflicts('status'))
}

/** Adds the other options that select deliveries. */
export function addFilterOptions(command: Command): Command {
  return command
    .addOption(new Option('--kind <kind>', 'Only this kind').choices(KINDS))
    .option('--brand <brand>', 'Only this brand: slug or id')
    .option('--lane <lane>', 'Only one warranty or lead: warranty:12, lead:7, lead-mail:7')
    .option('--event <event>', 'Only this event: warranty.registered, lead.submitted …')
    .option('--endpoint <id>', 'Only to this event endpoint', readNumber)
    .option('--since <time>', 'Only created since: 30m, 2h, 7d, 2026-05-01, 2026-05-01T12:00:00Z')
    .option('--until <time>', 'Only created before')
}

/** Returns the filter that the options describe. @throws AppError VALIDATION_ERROR */
export function readFilter(
  { kind, brand, lane, event, endpoint, ...times }: FilterOptions,
  now: Micros,
): FailedFilter {
  const since = readMoment('--since', times.since, now)
  const until = readMoment('--until', times.until, now)
  const filter = { kind, brand, queue_key: lane, event, endpoint, since, until }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

/** Returns the state that the options name. */
export function readState({ status, failed }: FilterOptions): Pick<DeliveryFilter, 'state'> {
  const state = failed ? 'failed' : status
  return state ? { state } : {}
}
