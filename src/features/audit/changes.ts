import { isDeepStrictEqual } from 'node:util'

/** What is kept of a change: the fields that differ, as they were and as they are. */
export interface Change {
  /** Null: there was nothing before, or nothing worth keeping. */
  before: object | null
  after: object | null
}

/** For what is done without changing a field. */
export const NO_FIELDS: Change = { before: null, after: null }

/** Stands in `after` for the value of a field that is not kept. */
const WITHHELD = 'changed'

/**
 * What differs between two states of something; null where nothing does. Of a new one (`before` is null) all that
 * has a value.
 *
 * Only of `told` fields are values kept: whatever is recorded stays for good, so no person's data and no secret may
 * be among them. Of all others it is kept that they changed; and of a text in which somebody has put an e-mail
 * address.
 */
export function changes<T extends object>(
  before: T | null,
  after: T,
  told: readonly string[],
): Change | null {
  const was: Record<string, unknown> = {}
  const is: Record<string, unknown> = {}
  let count = 0
  for (const [field, value] of Object.entries(after)) {
    const old: unknown = before?.[field as keyof T]
    if (before ? isDeepStrictEqual(old, value) : isEmpty(value)) continue
    count++
    if (!told.includes(field) || hasAddress(value) || hasAddress(old)) is[field] = WITHHELD
    else {
      is[field] = value
      if (before) was[field] = old
    }
  }
  if (count === 0 && before) return null
  return { before: before && was, after: is }
}

/** Whether an e-mail address may be in it, be it as in a link (`%40`). */
export function hasAddress(value: unknown): boolean {
  return typeof value === 'string' && /[^\s@](?:@|%(?:25)*40)[^\s@]/.test(value)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}
