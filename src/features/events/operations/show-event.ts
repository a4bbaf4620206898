import type { OperationContext } from '../../../platform/context.ts'
import { NotFound } from '../../../platform/errors.ts'
import { authorize, holdsBrand } from '../../../platform/principal.ts'
import { type EventView, toEventView } from '../event-view.ts'
import { findEvents } from '../queries/event-queries.ts'
import { EVENT_TYPES, type EventType } from '../schemas.ts'

/**
 * Returns an event of the last 30 days. An erased one does not exist.
 * @throws Forbidden unless the principal may read what the event shows
 * @throws NotFound (NOT_FOUND)
 */
export async function showEvent(
  { db, principal }: OperationContext,
  { id }: { id: number },
): Promise<EventView> {
  const [event] = await findEvents(db.read, [id])
  if (!event || !holdsBrand(principal, event.brand_id) || !Object.hasOwn(EVENT_TYPES, event.type)) {
    throw new NotFound('NOT_FOUND', `There is no event ${id}, or it is older than 30 days.`)
  }
  authorize(principal, EVENT_TYPES[event.type as EventType])
  return toEventView(event)
}
