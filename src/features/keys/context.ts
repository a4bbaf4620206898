import type { OperationContext } from '../../platform/context.ts'
import type { KeySettings } from './secrets.ts'

/** What the operations on signing secrets work with. */
export interface KeyContext extends OperationContext {
  settings: KeySettings
}
