import type { OperationContext } from '../../platform/context.ts'
import type { TargetRules } from '../../platform/outgoing/target.ts'

/** The context of the operations on brands. */
export interface BrandContext extends OperationContext {
  /** The rules for webhook targets. */
  targets: TargetRules
  /** The dotted paths of a warranty's record, which a custom field of a CRM can show. */
  recordPaths: ReadonlySet<string>
}
