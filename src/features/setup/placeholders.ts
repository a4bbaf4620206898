import type { Read } from './validators.ts'

/**
 * What an entry is called whose own name could not be read, so that it can be checked on as a new one: like nothing
 * else, as names are trimmed. It is never kept, for there is a fault.
 */
export function standIn(at: string): string {
  return ` ${at}`
}

/** Reads an entry that is known by its id, or else by `keys`: those that could not be read get stand-ins. */
export function withStandIns<T extends { id?: number }>(
  read: Read<T>,
  keys: readonly NoInfer<keyof T & string>[],
): Read<T> {
  return (value, at, issues) => {
    const before = issues.length
    const entry = read(value, at, issues)
    if (!entry || entry.id !== undefined) return entry
    const faulty = new Set(issues.slice(before).map((fault) => fault.field))
    const unread = keys.filter((key) => faulty.has(`${at}.${key}`))
    return { ...entry, ...Object.fromEntries(unread.map((key) => [key, standIn(at)])) }
  }
}
