import type { Issue } from '../../platform/errors.ts'

/**
 * Reads a value of parsed JSON. Where it is not what it must be: a fault at the path `at` or below, and what could be
 * read of it, or undefined.
 */
export type Read<T> = (value: unknown, at: string, issues: Issue[]) => T | undefined

type Shape = Record<string, Read<unknown>>

type Value<R> = R extends Read<infer T> ? T : never

/** What an object holds: nothing for a field that is absent. */
type Fields<S extends Shape, Required extends keyof S> = { [K in keyof S]?: Value<S[K]> } & {
  [K in Required]: Value<S[K]>
}

const MOST_CHARACTERS = 2_000

/** Text, trimmed. `least` 1 refuses what is empty or blank. */
export function text({ least = 0, most = MOST_CHARACTERS } = {}): Read<string> {
  const untrimmed = secretText({ least: 0, most })
  return (value, at, issues) => {
    const trimmed = untrimmed(typeof value === 'string' ? value.trim() : value, at, issues)
    if (trimmed === undefined || trimmed.length >= least) return trimmed
    return refuse(issues, at, 'must not be empty')
  }
}

/** Text that is taken exactly as it stands. Its faults never quote it. */
export function secretText({ least = 1, most = MOST_CHARACTERS } = {}): Read<string> {
  return (value, at, issues) => {
    if (typeof value !== 'string') return refuse(issues, at, 'must be text')
    if (value.includes('\0') || !value.isWellFormed()) {
      return refuse(issues, at, 'must not hold NUL characters or half surrogate pairs')
    }
    if ([...value].length > most) return refuse(issues, at, `must have at most ${most} characters`)
    if (value.length < least) return refuse(issues, at, `must have at least ${least} characters`)
    return value
  }
}

/** Text that passes a check, which says what is wrong with it. */
export function checked(read: Read<string>, check: (value: string) => string | null): Read<string> {
  return (value, at, issues) => {
    const given = read(value, at, issues)
    const fault = given === undefined ? null : check(given)
    return fault === null ? given : refuse(issues, at, fault)
  }
}

export function integer(least: number, most: number): Read<number> {
  return (value, at, issues) => {
    if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most)
      return value as number
    return refuse(issues, at, `must be a whole number from ${least} to ${most}`)
  }
}

export function decimal(least: number, most: number): Read<number> {
  return (value, at, issues) => {
    if (typeof value === 'number' && value >= least && value <= most) return value
    return refuse(issues, at, `must be a number from ${least} to ${most}`)
  }
}

export const flag: Read<boolean> = (value, at, issues) =>
  typeof value === 'boolean' ? value : refuse(issues, at, 'must be true or false')

export const onlyTrue: Read<true> = (value, at, issues) =>
  value === true ? value : refuse(issues, at, 'must be true, or left out')

export function oneOf<T extends string>(...values: readonly T[]): Read<T> {
  return (value, at, issues) =>
    values.find((known) => known === value) ?? refuse(issues, at, `must be one of ${values.join(', ')}`)
}

export function nullable<T>(read: Read<T>): Read<T | null> {
  return (value, at, issues) => (value === null ? null : read(value, at, issues))
}

/** `null` for a text that can be empty means just that. */
export function orEmpty(read: Read<string>): Read<string> {
  return (value, at, issues) => (value === null ? '' : read(value, at, issues))
}

/** The items that could be read. */
export function list<T>(read: Read<T>): Read<T[]> {
  return (value, at, issues) => {
    if (!Array.isArray(value)) return refuse(issues, at, 'must be a list')
    return value.flatMap((item, i) => {
      const known = read(item, `${at}[${i}]`, issues)
      return known === undefined ? [] : [known]
    })
  }
}

/** An object with names of any kind. */
export function record(read: Read<string>): Read<Record<string, string>> {
  return (value, at, issues) => {
    if (!isObject(value)) return refuse(issues, at, 'must be an object')
    const entries = Object.entries(value).map(([key, item]) => {
      const name = text({ least: 1, most: 200 })(key, `${at}.${key} (the name)`, issues)
      return [name, read(item, `${at}.${key}`, issues)]
    })
    return entries.flat().includes(undefined) ? undefined : Object.fromEntries(entries)
  }
}

/** An object with these fields and no others, whole or not at all. Fields that are not `required` may be absent. */
export function object<S extends Shape, Required extends keyof S = never>(
  shape: S,
  required: readonly Required[] = [],
): Read<Fields<S, Required>> {
  const read = fields(shape, required)
  return (value, at, issues) => {
    const before = issues.length
    const known = read(value, at, issues)
    return issues.length > before ? undefined : (known as Fields<S, Required>)
  }
}

/** An object with these fields and no others: those that are given and could be read. */
export function fields<S extends Shape>(
  shape: S,
  required: readonly (keyof S)[] = [],
): Read<Fields<S, never>> {
  return (value, at, issues) => {
    if (!isObject(value)) return refuse(issues, at, 'must be an object')
    const known: Record<string, unknown> = {}
    const within = (key: string) => `${at}.${key}`
    for (const [key, read] of Object.entries(shape)) {
      if (!Object.hasOwn(value, key)) continue
      const field = read(value[key], within(key), issues)
      if (field !== undefined) known[key] = field
    }
    for (const key of Object.keys(value)) {
      if (Object.hasOwn(shape, key)) continue
      refuse(issues, within(key), `is not a field here; there are ${Object.keys(shape).join(', ')}`)
    }
    for (const key of required) {
      if (!Object.hasOwn(value, key)) refuse(issues, within(String(key)), 'must be given')
    }
    return known as Fields<S, never>
  }
}

/** Adds the fault and returns undefined, as a reader does. */
export function refuse(issues: Issue[], field: string, message: string): undefined {
  issues.push({ field, message })
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
