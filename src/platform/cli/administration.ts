import type { Clock } from '../clock.ts'
import type { Db, Reader } from '../db/db.ts'
import type { Opened } from './opened.ts'

/**
 * Says, as a set-up file would, what is to be changed, in view of what there is. It may be asked more than once,
 * and inside the transaction: so it must change nothing, and wait for nothing but its own queries.
 */
export type Plan = (reader: Reader) => Promise<object>

/** What a plan changed, in its order, with the ids it has; and what is worth telling. */
export interface Changed {
  brands: { id: number; slug: string }[]
  dealers: { id: number; dealer_code: string }[]
  api_users: { id: number; email: string }[]
  /** `token` only where it was made now. */
  api_tokens: { id: number; name: string; token?: string }[]
  notes: string[]
}

/** What an administrator's commands work with. */
export interface Administration {
  db: Db
  clock: Clock
  /** Carries a plan out, whole or not at all. Throws VALIDATION_ERROR with every fault. */
  change(plan: Plan): Promise<Changed>
}

export type WithAdministration = Opened<Administration>
