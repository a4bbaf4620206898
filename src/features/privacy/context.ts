import type { WarrantyContext } from '../warranties/index.ts'
import type { ErasureLog } from './erasure-log.ts'

/** The first argument of every operation on people. */
export interface PrivacyContext extends WarrantyContext {
  erasures: ErasureLog
}
