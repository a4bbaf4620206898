import type { BrandContext } from '../context.ts'

/** The services that operations on brands need beside the call's own context. */
export type BrandServices = Pick<BrandContext, 'targets' | 'recordPaths'>
