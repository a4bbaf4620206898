export { responseExcerpt } from './attempts/response-excerpt.ts'
export { judgeAnswer, judgeFailure, postWebhook } from './attempts/webhook.ts'
export type { Deliveries } from './deliveries.ts'
export type {
  Attempt,
  AttemptResult,
  Claim,
  Delivery,
  DeliveryHandler,
  FailedDelivery,
  NewDelivery,
  Outcome,
  Settled,
} from './delivery.ts'
export { checkDeliveries } from './operations/check-deliveries.ts'
export { listDeliveries } from './operations/list-deliveries.ts'
export { listQueue } from './operations/list-queue.ts'
export { pruneDeliveries } from './operations/prune-deliveries.ts'
export { retryMatching } from './operations/retry-deliveries.ts'
export { retryDelivery } from './operations/retry-delivery.ts'
export { sendsNothing, sendTestEvent, type TestContext, type TestResult } from './operations/send-test.ts'
export {
  dropEvents,
  erasePersonFromDeliveries,
  findPersonInDeliveries,
  holdQueues,
  listEventRecipients,
  listRecipients,
  type PersonInDeliveries,
  queuesOfEvents,
  requireHeld,
} from './person.ts'
export { removeQueues } from './queries/prune-queries.ts'
export { findPendingQueues } from './queries/queue-queries.ts'
export { countByState } from './queries/stats-queries.ts'
export { enqueueAll } from './queue/enqueue.ts'
export { ListedDelivery, TestResultRecord, toAdminDelivery } from './record.ts'
