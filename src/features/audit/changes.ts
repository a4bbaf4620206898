import { isDeepStrictEqual } from 'node:util'

/** The recorded part of a change: the fields that differ, before and after. */
export interface Change {
  /** Null where the record is new, or nothing is worth recording. */
  before: object | null
  after: object | null
}

/** For actions that change no field. */
export const NO_FIELDS: Change = { before: null, after: null }

/** Replaces in `after` the value of a field that is not recorded. */
const WITHHELD = 'changed'

/**
 * Returns what differs between two states of a record; null where nothing does. Of a new record (`before` is null), all
 * fields with a value.
 *
 * Values are recorded of `audited` fields only. Entries stay for good, so none of these may contain personal data or a
 * secret. Of other fields, and of texts with an e-mail address, only that they changed is recorded.
 */
export function changes<T extends object>(
  before: T | null,
  after: T,
  audited: readonly string[],
): Change | null {
  const was: Record<string, unknown> = {}
  const is: Record<string, unknown> = {}
  let count = 0
  for (const [field, value] of Object.entries(after)) {
    const old: unknown = before?.[field as keyof T]
    if (before ? isDeepStrictEqual(old, value) : isEmpty(value)) continue
    count++
    if (!audited.includes(field) || hasAddress(value) || hasAddress(old)) is[field] = WITHHELD
    else {
      is[field] = value
      if (before) was[field] = old
    }
  }
  if (count === 0 && before) return null
  return { before: before && was, after: is }
}

/** Returns whether the value may contain an e-mail address, also one in a link (`%40`). */
export function hasAddress(value: unknown): boolean {
  return typeof value === 'string' && /[^\s@](?:@|%(?:25)*40)[^\s@]/.test(value)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
