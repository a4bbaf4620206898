import { type Command, Option } from 'commander'
import { readMoment } from '../../platform/cli/timestamps.ts'
import type { Clock } from '../../platform/clock.ts'
import { pickBrand } from '../brands/index.ts'
import type { DeliveryKind, DeliveryStatus } from './delivery.ts'
import type { DeliveryFilter } from './queries/list-queries.ts'

const KINDS: DeliveryKind[] = ['warranty_sync', 'lead_webhook', 'dealer_mail']
const STATUSES: DeliveryStatus[] = ['pending', 'delivered', 'failed']

/** What the options of a command say of the deliveries that are meant. */
export interface FilterOptions {
  status?: DeliveryStatus
  kind?: DeliveryKind
  brand?: string
  lane?: string
  event?: string
  since?: string
  failed?: boolean
}

/** Adds the options that tell deliveries apart by their state. */
export function addStateOptions(command: Command): Command {
  return command
    .addOption(new Option('--status <status>', 'only those that are so').choices(STATUSES))
    .addOption(
      new Option('--failed', 'only those that are not tried any more: --status failed').conflicts('status'),
    )
}

/** Adds the options that tell deliveries apart, but for their state. */
export function addFilterOptions(command: Command): Command {
  return command
    .addOption(new Option('--kind <kind>', 'only of this kind').choices(KINDS))
    .option('--brand <brand>', 'only of this brand: slug or id')
    .option('--lane <lane>', 'only of one warranty or lead: warranty:12, lead:7, lead-mail:7')
    .option('--event <event>', 'only of this event: warranty.registered, lead.submitted …')
    .option('--since <time>', 'only those made since: 30m, 2h, 7d, 2026-05-01, 2026-05-01T12:00:00Z')
}

/** The deliveries that are meant. Throws VALIDATION_ERROR and NOT_FOUND. */
export function readFilter(
  { status, kind, brand, lane, event, since, failed }: FilterOptions,
  { brands, clock }: { brands: readonly { id: number; slug: string }[]; clock: Clock },
): DeliveryFilter {
  return {
    status: failed ? 'failed' : status,
    kind,
    brandId: brand === undefined ? undefined : pickBrand(brands, brand).id,
    queueKey: lane,
    event,
    since: readMoment('--since', since, clock.now()),
  }
}
