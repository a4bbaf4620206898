import type { PrivacyContext } from '../context.ts'

/** The services that operations on people need beside the call's own context. */
export type PrivacyServices = Pick<PrivacyContext, 'brands' | 'deliveries' | 'erasures'>
