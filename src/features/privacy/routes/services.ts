import type { PrivacyContext } from '../context.ts'

/** What the operations on people need beside the call's own context. */
export type PrivacyServices = Pick<PrivacyContext, 'brands' | 'deliveries' | 'erasures'>
