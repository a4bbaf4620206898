import type { Clock } from '../../platform/clock.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Guards } from '../access/index.ts'
import type { Brands } from '../brands/index.ts'

export interface WebFormContext {
  clock: Clock
  brands: Cached<Brands>
  guards: Guards
  /** Returns the signing secrets: the current one, then older ones that are still valid. */
  secrets(): readonly [string, ...string[]]
}
