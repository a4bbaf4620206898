import type { OperationContext } from '../../platform/context.ts'
import type { TargetRules } from '../../platform/outgoing/target.ts'

/** What the operations on brands work with. */
export interface BrandContext extends OperationContext {
  /** Which webhook targets are permitted. */
  targets: TargetRules
  /** The dotted paths of a warranty's record, which a custom field of a CRM can show. */
  recordPaths: ReadonlySet<string>
}
