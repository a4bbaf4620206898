import { type Static, Type } from 'typebox'
import type { OperationContext } from '../../platform/context.ts'
import type { Cached } from '../../platform/db/cached.ts'
import { FilledText, GivenId } from '../../platform/input-schemas.ts'
import { PAGE_FIELDS } from '../../platform/paging.ts'
import { type Brands, selectBrands } from '../brands/index.ts'
import { KINDS, STATUSES } from './delivery.ts'
import type { Conditions } from './queries/list-queries.ts'

/** The first argument of the operations that read deliveries. */
export interface DeliveryReader extends OperationContext {
  brands: Cached<Brands>
}

/** The prefixes of the queue keys of deliveries about each kind of subject. */
const QUEUES_ABOUT: Record<string, readonly string[]> = {
  warranty: ['warranty'],
  lead: ['lead', 'lead-mail'],
  registration: ['registration-mail'],
}

const Moment = Type.Integer({ minimum: 0 })

/** The filters of deliveries, except their state. */
const FILTER_FIELDS = {
  brand: Type.Optional(FilledText(200)),
  kind: Type.Optional(Type.Enum([...KINDS])),
  subject: Type.Optional(
    Type.String({
      pattern: '^(warranty|lead|registration):[1-9]\\d{0,14}$',
      description: 'The warranty, lead or registration: `warranty:12`',
      expected: 'must be warranty:ID, lead:ID or registration:ID, such as warranty:12',
    }),
  ),
  queue_key: Type.Optional(FilledText(200)),
  event: Type.Optional(FilledText(200)),
  endpoint: Type.Optional({ ...GivenId, description: 'The event endpoint that they go to' }),
  since: Type.Optional({ ...Moment, description: 'Created at this time or later, in microseconds' }),
  until: Type.Optional({ ...Moment, description: 'Created before this time, in microseconds' }),
}

/** Which failed deliveries to retry; absent fields match all of them. */
export const FailedFilter = Type.Object(FILTER_FIELDS, { additionalProperties: false })
export type FailedFilter = Static<typeof FailedFilter>

const STATE_FIELDS = { ...FILTER_FIELDS, state: Type.Optional(Type.Enum([...STATUSES])) }

/** Which deliveries; absent fields match all of them. */
export const DeliveryFilter = Type.Object(STATE_FIELDS, { additionalProperties: false })
export type DeliveryFilter = Static<typeof DeliveryFilter>

/** A page of the matching deliveries. */
export const DeliveryList = Type.Object(
  {
    ...STATE_FIELDS,
    before: Type.Optional({ ...GivenId, description: 'Only those with a lower id' }),
    page: PAGE_FIELDS.page,
    limit: Type.Optional(Type.Integer({ minimum: 1 })),
    cursor: PAGE_FIELDS.cursor,
  },
  { additionalProperties: false },
)
export type DeliveryList = Static<typeof DeliveryList>

/**
 * Returns the filter as conditions that only deliveries of the principal's brands meet.
 * @throws NotFound for a brand that does not exist or that the principal does not hold
 */
export async function toConditions(
  ctx: DeliveryReader,
  { brand, kind, state, subject, queue_key, event, endpoint, since, until }: DeliveryFilter,
): Promise<Conditions> {
  const [subjectKind, subjectId] = subject?.split(':') ?? []
  return {
    brandIds: await selectBrandIds(ctx, brand),
    kinds: kind && [kind],
    queueKeys: subjectKind ? QUEUES_ABOUT[subjectKind]!.map((prefix) => `${prefix}:${subjectId}`) : undefined,
    status: state,
    queueKey: queue_key,
    endpointId: endpoint,
    event,
    since,
    until,
  }
}

/** Returns the ids of the principal's brands, or of the one that is given; undefined for all brands. */
export async function selectBrandIds({ brands, principal }: DeliveryReader, brand?: string) {
  if (brand === undefined && !('brands' in principal)) return undefined
  return selectBrands(await brands.getFresh(), principal, brand).map(({ id }) => id)
}
