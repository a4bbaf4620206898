import type { AdminApi } from '../../admin-api/index.ts'
import type { RetryContext } from '../operations/retry-deliveries.ts'
import type { TestContext } from '../operations/send-test.ts'
import { addListDeliveries } from './list-deliveries.ts'
import { addListReceivers } from './list-receivers.ts'
import { addRetryDeliveries } from './retry-deliveries.ts'
import { addRetryDelivery } from './retry-delivery.ts'
import { addSendTest } from './send-test.ts'
import { addShowDelivery } from './show-delivery.ts'

/** Adds the endpoints of deliveries to the administration. */
export function addDeliveryRoutes(
  api: AdminApi,
  services: Pick<RetryContext & TestContext, 'brands' | 'deliveries' | 'outgoing' | 'mailer'>,
): void {
  addListDeliveries(api, services)
  addListReceivers(api, services)
  addRetryDeliveries(api, services)
  addShowDelivery(api)
  addRetryDelivery(api, services)
  addSendTest(api, services)
}
