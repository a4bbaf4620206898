import { DAY_MICROS, toIsoMicros } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'
import { SYSTEM } from '../../platform/principal.ts'
import { type DeliveryHandler, type FailedDelivery, postWebhook, type Settled } from '../deliveries/index.ts'
import { auditEndpoint } from './audit-endpoint.ts'
import type { EventServices } from './context.ts'
import { toEndpointView } from './endpoint-view.ts'
import * as endpoints from './queries/endpoint-queries.ts'
import { ERASED, type EventRow, findEvents } from './queries/event-queries.ts'
import { endpointIdOf, recordEvents } from './record-events.ts'

const TIMEOUT_MS = 15_000
/** How long every attempt must fail until an endpoint is switched off. */
const PATIENCE = 5 * DAY_MICROS
/** Errors that are not the receiver's. */
const GONE = 'The event is no longer stored.'
const OFF = 'The endpoint is switched off or deleted.'

/** Returns what sends events to endpoints: the event as it was recorded, to the endpoint's present address. */
export function eventHandler(ctx: EventServices): DeliveryHandler {
  return {
    timeoutMs: TIMEOUT_MS,
    async send(delivery, { signal, timeoutMs }) {
      const [[event], [endpoint]] = await Promise.all([
        findEvents(ctx.db.read, [delivery.subjectId]),
        endpoints.findEndpoints(ctx.db.read, [endpointIdOf(delivery.receiver ?? '')]),
      ])
      if (!event || event.type === ERASED) return { ok: false, final: true, error: GONE }
      if (!endpoint?.active) return { ok: false, final: true, error: OFF }
      const { url, secret, previous_secret } = endpoint
      return postWebhook(ctx, {
        ...{ url, secret, previousSecret: previous_secret ?? undefined, delivery },
        ...{ body: toPayload(event), timeoutMs, signal },
      })
    },
    settled: (trx, attempts) => judgeEndpoints(ctx, trx, attempts),
  }
}

/** Returns the text of an event as endpoints receive it. */
function toPayload({ id, type, brand_id, created_at, data }: EventRow): string {
  const head = JSON.stringify({ id, type, timestamp: toIsoMicros(created_at), brand_id })
  // The data is JSON already.
  return `${head.slice(0, -1)},"data":${data}}`
}

/** Records which endpoints fail, and switches off those that have failed for five days. */
async function judgeEndpoints({ clock }: EventServices, trx: Trx, all: readonly Settled[]): Promise<void> {
  const now = clock.now()
  // A sandbox's say nothing about the endpoint.
  const attempts = all.filter(({ result }) => !result.sandbox)
  const ids = (test: (settled: Settled) => boolean) => {
    const matching = attempts.filter(test).map(({ delivery }) => endpointIdOf(delivery.receiver ?? ''))
    return [...new Set(matching)].sort((a, b) => a - b)
  }
  const working = ids(({ result }) => result.error === null)
  const failing = ids(({ result }) => ![null, GONE, OFF].includes(result.error)).filter(
    (id) => !working.includes(id),
  )
  if (working.length > 0) await endpoints.clearFailing(trx, working)
  if (failing.length === 0) return
  await endpoints.markFailing(trx, failing, now)
  const disabled = await endpoints.disableFailing(trx, failing, { since: now - PATIENCE, now })
  for (const endpoint of await endpoints.findEndpoints(trx, disabled)) {
    const change = { before: { active: true }, after: { active: false } }
    await auditEndpoint({ clock, principal: SYSTEM }, trx, 'endpoint.disabled', { endpoint, change })
    await recordEvents(
      trx,
      endpoint.brands.map(({ id, slug }) => ({
        at: now,
        type: 'endpoint.disabled',
        brandId: id,
        subject: `endpoint:${endpoint.id}`,
        // Only the event's brand of the dealer's brands.
        data: { ...toEndpointView(endpoint), brands: [slug] },
      })),
    )
  }
}

/**
 * Records deliveries that failed for good. Failures to deliver just that are left out: two endpoints that fail would
 * report each other forever.
 */
export function recordFailedDeliveries(trx: Trx, failed: readonly FailedDelivery[]): Promise<void> {
  const reported = failed.filter(
    ({ delivery, error }) =>
      delivery.kind !== 'event' || (delivery.event !== 'delivery.failed' && error !== OFF && error !== GONE),
  )
  return recordEvents(
    trx,
    reported.map(({ at, delivery, record }) => ({
      at,
      type: 'delivery.failed',
      brandId: delivery.brandId,
      subject: `delivery:${delivery.id}`,
      data: record,
    })),
  )
}
