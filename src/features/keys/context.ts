import type { OperationContext } from '../../platform/context.ts'
import type { KeySettings } from './secrets.ts'

/** The context of the operations on signing secrets. */
export interface KeyContext extends OperationContext {
  settings: KeySettings
}
