import { Type } from 'typebox'
import { Named, Nullable } from '../../../platform/output-schemas.ts'
import { type AdminApi, BOUNDS, readBounds } from '../../admin-api/index.ts'
import { type OverviewContext, showOverview } from '../operations/show-overview.ts'

const Day = Type.String({ format: 'date' })
const Count = Type.Integer({ minimum: 0 })
const Open = Type.Integer({ minimum: 0, description: 'Counted up to 10,000' })

const Overview = Named(
  'Overview',
  Type.Object({
    from: Day,
    to: Day,
    warranties_by_month: Nullable(Type.Array(Type.Object({ month: Type.String(), total: Count }))),
    leads_by_day: Nullable(Type.Array(Type.Object({ day: Day, category: Type.String(), total: Count }))),
    deliveries: Nullable(Type.Object({ pending: Open, delivered: Open, failed: Open })),
    dealers_without_point: Nullable(Open),
    failed_syncs: Nullable(Open),
    registrations_waiting: Nullable(Open),
    disabled_endpoints: Nullable({ ...Count, description: 'Event endpoints that were switched off' }),
  }),
)

/** Adds the overview to the administration. */
export function addShowOverview(api: AdminApi, services: Pick<OverviewContext, 'brands'>): void {
  api.add({
    method: 'GET',
    path: '/overview',
    permission: null,
    operationId: 'showOverview',
    tag: 'overview',
    summary: 'Show figures of a period and what is open; null where the caller may not read it',
    query: Type.Object(
      { brand: Type.Optional(Type.String({ description: 'Slug or id' })), ...BOUNDS },
      { additionalProperties: false },
    ),
    answer: { description: 'The figures', data: Overview },
    handle: ({ ctx, query }) => showOverview({ ...services, ...ctx }, readBounds(query)),
  })
}
