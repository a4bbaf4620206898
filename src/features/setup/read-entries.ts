import { type Issue, issue } from '../../platform/errors.ts'
import type { Entry } from './apply-context.ts'

/** The rules for reading the entries of a list. */
export interface EntryRules {
  /** Returns the issues of an entry, with paths such as `brands.0`. */
  inspect(entry: object): Issue[]
  /** The fields that identify an entry without an id. */
  keys?: readonly string[]
}

/** Texts that are not trimmed. */
const UNTRIMMED = new Set(['password', 'token', 'secret', 'previous_secret', 'url'])

/** Returns the readable fields of a list's entries, and adds all their issues to `issues`. */
export function readEntries<T>(
  name: string,
  values: unknown,
  { inspect, keys = [] }: EntryRules,
  issues: Issue[],
): Entry<T>[] {
  if (!Array.isArray(values)) {
    issues.push(issue(name, 'must be a list'))
    return []
  }
  return values.flatMap((value, position) => {
    const at = `${name}[${position}]`
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      issues.push({ field: at, message: 'An entry must be an object.' })
      return []
    }
    const entry = trim(value) as Record<string, unknown>
    const found = inspect(entry)
    for (const { field, message } of found) issues.push({ field: `${at}.${pathIn(entry, field)}`, message })
    for (const { field } of found) remove(entry, field.split('.'))
    // Its name is unreadable, so it is checked as a new entry. No database generates such an id.
    if (keys.some((key) => found.some(({ field }) => field === key))) entry.id ??= -1 - position
    return { position, value: entry as T }
  })
}

/** Removes the unreadable part of a value: an item of a list, else the complete field. */
function remove(entry: Record<string, unknown>, [field = '', index]: string[]): void {
  const value = entry[field]
  if (Array.isArray(value) && index !== undefined) value[Number(index)] = undefined
  else delete entry[field]
}

/** Returns the path as the file's author writes it: `brands[0]`. */
function pathIn(entry: Record<string, unknown>, path: string): string {
  const [field = '', index] = path.split('.')
  return Array.isArray(entry[field]) && index !== undefined ? `${field}[${index}]` : path
}

function trim(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return UNTRIMMED.has(name) ? value : value.trim()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => trim(item, name))
  const inner = name === 'categories' ? 'url' : undefined
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.trim(), trim(item, inner ?? key)]),
  )
}
