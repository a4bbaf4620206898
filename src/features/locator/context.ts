import type { OperationContext } from '../../platform/context.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Brands } from '../brands/index.ts'
import type { PostalCodes } from '../postal-codes/index.ts'
import type { Snapshots } from './snapshot/snapshots.ts'

export interface LocatorContext extends OperationContext {
  brands: Cached<Brands>
  postalCodes: PostalCodes
  snapshots: Snapshots
}
