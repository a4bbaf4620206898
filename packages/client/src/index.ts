export { solveChallenge } from './challenge.ts'
export {
  type BulkResult,
  type Client,
  type ClientOptions,
  createClient,
  type OfBrand,
  type Submission,
} from './client.ts'
export { type Issue, TransomError, type TransomErrorCode } from './errors.ts'
export type { CallOptions } from './http.ts'
export type { List, Page } from './lists.ts'
export type * from './types.ts'
export { verifyWebhook, WebhookError, type WebhookEvent } from './webhooks.ts'
