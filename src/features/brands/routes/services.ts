import type { BrandContext } from '../context.ts'

/** What the operations on brands need beside the call's own context. */
export type BrandServices = Pick<BrandContext, 'targets' | 'recordPaths'>
