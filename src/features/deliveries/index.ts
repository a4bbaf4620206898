export { checkDeliveries } from './check-deliveries.ts'
export type { Claim } from './claim.ts'
export type { Deliveries } from './deliveries.ts'
export { deliveriesOf } from './deliveries-of.ts'
export type { AttemptResult, Delivery, DeliveryHandler, NewDelivery, Outcome } from './delivery.ts'
export {
  erasePersonFromDeliveries,
  findPersonInDeliveries,
  holdLanes,
  listRecipients,
  type PersonInDeliveries,
  requireHeld,
} from './person.ts'
export { pruneDeliveries } from './prune.ts'
export { removeLanes } from './prune-queries.ts'
export { findPendingLanes } from './queries.ts'
export type { Attempt } from './settle.ts'
export { judgeAnswer, judgeFailure, postWebhook } from './webhook.ts'
