import type { OperationContext } from '../../platform/context.ts'

/** How far a check or run has come. */
export interface Progress {
  done: number
  total: number
}

/** The first argument of every operation on imports. */
export interface ImportContext extends OperationContext {
  /** Returns how far an import that this process works on has come: the database learns it later. */
  progressOf(id: number): Progress | undefined
  /** Starts the next check or run, here or in another process. */
  wake(): void
}
