import type { OperationContext } from '../../platform/context.ts'
import type { Places } from './records/look-up-points.ts'

/** What the operations that save dealers work with. */
export interface DealerContext extends OperationContext, Places {}
