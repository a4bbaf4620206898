import { type Static, Type } from 'typebox'
import type { OperationContext } from '../../../platform/context.ts'
import { Invalid, issue } from '../../../platform/errors.ts'
import { FilledText } from '../../../platform/input-schemas.ts'
import { holds } from '../../../platform/principal.ts'
import { suggest } from '../../../platform/references.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { selectBrandIds } from '../../brands/index.ts'
import { type EventView, toEventView } from '../event-view.ts'
import { placeEvents } from '../place-events.ts'
import * as queries from '../queries/event-queries.ts'
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from '../schemas.ts'

export const EventFilter = Type.Object(
  {
    after: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The id of the last event seen; 0 or none: from the oldest' }),
    ),
    before: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Instead of `after`: the events before this one, the newest first; 0: from the newest',
      }),
    ),
    types: Type.Optional(Type.String({ description: 'Types, separated by commas' })),
    brand: Type.Optional(FilledText(200)),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50' })),
  },
  { additionalProperties: false },
)
export type EventFilter = Static<typeof EventFilter>

const DEFAULT_LIMIT = 50

/** Events in the order that was asked for, and whether there are more. */
export interface EventPage {
  events: EventView[]
  more: boolean
}

/**
 * Returns the events after the one that was seen last, or those before one in the opposite order, of the principal's
 * brands, and of the types whose records it may read. Nothing is ever added before an event that was returned.
 * @throws NotFound (NOT_FOUND) for the brand
 * @throws Invalid (VALIDATION_ERROR) for an unknown type, or an event that does not exist yet
 */
export async function listEvents(ctx: OperationContext, input: EventFilter): Promise<EventPage> {
  const { db, principal } = ctx
  const { after, before, types, brand, limit = DEFAULT_LIMIT } = parse(EventFilter, input)
  if (after !== undefined && before !== undefined) {
    throw new Invalid([issue('before', 'must be absent where there is `after`: give one of them')])
  }
  const wanted = (types === undefined ? EVENT_TYPE_NAMES : readTypes(types)).filter((type) =>
    holds(principal, EVENT_TYPES[type]),
  )
  const brandIds = await selectBrandIds(db.read, principal, brand)
  await placeEvents(db)
  const rows = await queries.listFeed(db.scan, {
    types: wanted,
    brandIds: brandIds && [...brandIds],
    ...(before === undefined
      ? { behind: after ? await placeOf(ctx, 'after', after) : 0 }
      : { ahead: before ? await placeOf(ctx, 'before', before) : Number.MAX_SAFE_INTEGER }),
    limit: limit + 1,
  })
  return { events: rows.slice(0, limit).map(toEventView), more: rows.length > limit }
}

/** An event that is no longer stored is older than all others. */
async function placeOf({ db }: OperationContext, name: 'after' | 'before', id: number): Promise<number> {
  const place = await queries.findPlace(db.read, id)
  if (place !== undefined) return place
  if (id < (await queries.newestId(db.read))) return 0
  throw new Invalid([issue(name, 'is not the id of an event')])
}

function readTypes(text: string): EventType[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !Object.hasOwn(EVENT_TYPES, name))
  if (unknown.length === 0) return names as EventType[]
  throw new Invalid(
    unknown.map((name) => ({
      field: 'types',
      message: `There is no event type "${name}".${suggest(name, EVENT_TYPE_NAMES)}`,
    })),
  )
}
