import type { Cached } from '../../../platform/db/cached.ts'
import type { Brands } from '../../brands/index.ts'
import type { EndpointContext, EventServices } from '../context.ts'
import type { ReplayContext } from '../operations/replay-events.ts'

/** The services that operations on endpoints need beside the call's own context. */
export type EndpointServices = Pick<EndpointContext, 'targets'> &
  Pick<EventServices, 'outgoing'> &
  Pick<ReplayContext, 'deliveries'> & { brands: Cached<Brands> }
