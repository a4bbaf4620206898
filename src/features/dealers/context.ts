import type { OperationContext } from '../../platform/context.ts'
import type { Places } from './records/look-up-points.ts'

/** The context of the operations that save dealers. */
export interface DealerContext extends OperationContext, Places {}
