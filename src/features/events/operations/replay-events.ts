import type { Static } from 'typebox'
import { type Micros, readInstant } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { Conflict, Invalid, issue } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { enqueueAll } from '../../deliveries/index.ts'
import { auditEndpoint } from '../audit-endpoint.ts'
import { findHeldEndpoint } from '../find-endpoint.ts'
import { pageForReplay } from '../queries/event-queries.ts'
import { toDelivery, wants } from '../record-events.ts'
import { Replay } from '../schemas.ts'

const PAGE = 1_000

/** The context of a replay. */
export interface ReplayContext extends OperationContext {
  deliveries: { wakeAll(): Promise<void> }
}

/**
 * Sends an endpoint its events of a time again, as new messages. Returns how many.
 * @throws NotFound (NOT_FOUND)
 * @throws Invalid (VALIDATION_ERROR)
 * @throws Conflict (CONFLICT) for an endpoint that is switched off
 */
export async function replayEvents(
  ctx: ReplayContext,
  { id, ...input }: { id: number } & Static<typeof Replay>,
): Promise<{ replayed: number }> {
  const { db, clock, principal } = ctx
  authorize(principal, 'brands:write')
  const { from, to, types } = parse(Replay, input)
  const since = readMoment('from', from)
  const until = to === undefined ? clock.now() : readMoment('to', to)
  const replayed = await db.write(async (trx) => {
    await db.lock(trx, `endpoint:${id}`)
    const endpoint = await findHeldEndpoint(trx, principal, id)
    if (!endpoint.active) {
      throw new Conflict('CONFLICT', `Event endpoint ${id} is switched off. Set active to true first.`)
    }
    const own = new Set(JSON.parse(endpoint.event_types) as string[])
    const brandIds = endpoint.brands.map((brand) => brand.id)
    let count = 0
    for (let after = 0; ; ) {
      const page = await pageForReplay(trx, { brandIds, since, until, after, limit: PAGE })
      const wanted = page.filter(({ type }) => wants(own, type) && (!types || types.includes(type)))
      await enqueueAll(
        ctx,
        trx,
        wanted.map((event) => toDelivery(event, id)),
      )
      count += wanted.length
      if (page.length < PAGE) break
      after = page.at(-1)!.id
    }
    const change = { before: null, after: { from, to: to ?? null, types: types ?? null, count } }
    await auditEndpoint(ctx, trx, 'endpoint.replayed', { endpoint, change })
    return count
  })
  await ctx.deliveries.wakeAll()
  return { replayed }
}

function readMoment(field: string, text: string): Micros {
  const time = readInstant(text)
  if (time !== undefined) return time
  throw new Invalid([issue(field, 'must be a date or a time with its zone, such as 2026-05-01T12:00:00Z')])
}
