export { checkDeliveries } from './operations/check-deliveries.ts'
export type { Claim } from './queue/claim.ts'
export type { Deliveries } from './deliveries.ts'
export { deliveriesOf } from './operations/list-queue.ts'
export type { AttemptResult, Delivery, DeliveryHandler, NewDelivery, Outcome } from './delivery.ts'
export {
  erasePersonFromDeliveries,
  findPersonInDeliveries,
  holdLanes,
  listRecipients,
  type PersonInDeliveries,
  requireHeld,
} from './person.ts'
export { pruneDeliveries } from './operations/prune-deliveries.ts'
export { removeLanes } from './queries/prune-queries.ts'
export { findPendingLanes } from './queries/queue-queries.ts'
export type { Attempt } from './attempts/settle.ts'
export { judgeAnswer, judgeFailure, postWebhook } from './attempts/webhook.ts'
