import { type Micros, readInstant } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { Conflict, Invalid, issue } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { enqueueAll } from '../../deliveries/index.ts'
import { auditEndpoint } from '../audit-endpoint.ts'
import { findHeldEndpoint } from '../find-endpoint.ts'
import { listForReplay, pageForReplay } from '../queries/event-queries.ts'
import { toDelivery, wants } from '../record-events.ts'
import { Replay } from '../schemas.ts'

const PAGE = 1_000

/** The context of a replay. */
export interface ReplayContext extends OperationContext {
  deliveries: { wakeAll(): Promise<void> }
}

/**
 * Sends an endpoint its events again, as new messages: those of a time, or those with some ids. Returns how many. A dry
 * run only counts them.
 * @throws NotFound (NOT_FOUND)
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Conflict (CONFLICT) for an endpoint that is switched off, and where the count differs from the expected one by
 * more than a tenth
 */
export async function replayEvents(
  ctx: ReplayContext,
  { id, ...input }: { id: number } & Replay,
): Promise<{ replayed: number }> {
  const { db, principal } = ctx
  authorize(principal, 'brands:write')
  const { dry_run = false, expected_count, ...chosen } = parse(Replay, input)
  const choice = readChoice(ctx, chosen)
  const replayed = await db.write(async (trx) => {
    await db.lock(trx, `endpoint:${id}`)
    const endpoint = await findHeldEndpoint(trx, principal, id)
    if (!endpoint.active) {
      throw new Conflict('CONFLICT', `Event endpoint ${id} is switched off. Set active to true first.`)
    }
    const own = new Set(JSON.parse(endpoint.event_types) as string[])
    const brandIds = endpoint.brands.map((brand) => brand.id)
    let count = 0
    for await (const page of pagesOf(trx, brandIds, choice)) {
      const wanted = page.filter(({ type }) => wants(own, type) && (!choice.types || choice.types.has(type)))
      count += wanted.length
      if (dry_run) continue
      const items = wanted.map((event) => toDelivery(event, id))
      await enqueueAll(ctx, trx, items)
    }
    if (expected_count !== undefined) requireCount(count, expected_count)
    if (!dry_run) {
      const { from, to = null, types = null, events } = chosen
      const after = { ...(events ? { events } : { from, to, types }), count }
      await auditEndpoint(ctx, trx, 'endpoint.replayed', { endpoint, change: { before: null, after } })
    }
    return count
  })
  if (!dry_run) await ctx.deliveries.wakeAll()
  return { replayed }
}

/** Which events, but for what the endpoint wants. */
type Choice = { types?: ReadonlySet<string> } & (
  | { ids: readonly number[] }
  | { since: Micros; until: Micros }
)

function readChoice({ clock }: OperationContext, { from, to, types, events }: Replay): Choice {
  if (events) {
    const other = Object.entries({ from, to, types }).find(([, value]) => value !== undefined)
    if (other) throw new Invalid([issue(other[0], 'must be absent where there are `events`')])
    return { ids: [...new Set(events)] }
  }
  if (from === undefined) throw new Invalid([issue('from', 'is required, unless there are `events`')])
  return {
    since: readMoment('from', from),
    until: to === undefined ? clock.now() : readMoment('to', to),
    ...(types && { types: new Set(types) }),
  }
}

async function* pagesOf(trx: Trx, brandIds: readonly number[], choice: Choice) {
  if ('ids' in choice) {
    yield await listForReplay(trx, { brandIds, ids: choice.ids })
    return
  }
  for (let after = 0; ; ) {
    const page = await pageForReplay(trx, { brandIds, ...choice, after, limit: PAGE })
    yield page
    if (page.length < PAGE) return
    after = page.at(-1)!.id
  }
}

function requireCount(actual: number, expected: number): void {
  if (Math.abs(actual - expected) * 10 <= expected) return
  throw new Conflict('CONFLICT', `${actual} events match, not ${expected}. Nothing was sent.`)
}

function readMoment(field: string, text: string): Micros {
  const time = readInstant(text)
  if (time !== undefined) return time
  throw new Invalid([issue(field, 'must be a date or a time with its zone, such as 2026-05-01T12:00:00Z')])
}
