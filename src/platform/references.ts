import { AppError } from './errors.ts'

interface Naming<T> {
  /** What is looked for, for messages: `API user`. */
  noun: string
  /** What rows are known by beside their id: `email`. */
  key: string
  keyOf(row: T): string
  /** The form in which two keys are the same one; absent: as they stand. */
  fold?(key: string): string
}

export const MOST_ID = 999_999_999_999_999

const MOST_SUGGESTED = 3
const MOST_DIFFERENT = 3
/** Fewer letters in common say nothing. */
const MIN_PART_LENGTH = 3

/**
 * The row that somebody at a terminal means by `7`, `harbor-craft`, `id:7` or `slug:harbor-craft`. Throws
 * NOT_FOUND, with names that are like it, and VALIDATION_ERROR where one row has this key and another this id.
 * @param rows all there are, or those that may be meant and some that are like it
 */
export function pick<T extends { id: number }>(
  rows: readonly T[],
  reference: string,
  { noun, key, keyOf, fold = (text) => text }: Naming<T>,
): T {
  const { by, text } = readReference(reference, key)
  const byKey = by === 'id' || text === '' ? undefined : rows.find((row) => fold(keyOf(row)) === fold(text))
  const byId = by !== key && isId(text) ? rows.find((row) => row.id === Number(text)) : undefined
  if (byKey && byId && byKey !== byId) {
    throw new AppError(
      'VALIDATION_ERROR',
      `"${text}" is the ${key} of one ${noun} and the id of another: write ${key}:${text} or id:${text}.`,
    )
  }
  const found = byKey ?? byId
  if (found) return found
  throw new AppError('NOT_FOUND', `There is no ${noun} "${text}".${suggest(text, rows.map(keyOf))}`)
}

/** Splits `id:7` and, with `slug` as the key, `slug:harbor-craft`; anything else may be either. */
function readReference(reference: string, key: string): { by?: string; text: string } {
  for (const by of ['id', key]) {
    if (reference.startsWith(`${by}:`)) return { by, text: reference.slice(by.length + 1) }
  }
  return { text: reference }
}

/** Whether a text can be an id: a whole number from 1 to MOST_ID. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

/** ` Did you mean "harbor-craft"?`, where some of the names are like the one given; else nothing. */
export function suggest(given: string, names: readonly string[]): string {
  const most = maxDistance(given)
  // Of a single letter everything short would be a neighbour.
  if (given.length < 2) return ''
  const near = [...new Set(names)]
    .map((name) => ({ name, distance: distanceOf(given.toLowerCase(), name.toLowerCase(), most) }))
    .filter(({ name, distance }) => name !== '' && distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST_SUGGESTED)
    .map(({ name }) => `"${name}"`)
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
}

/**
 * Returns the name that somebody most likely meant: the one with the fewest differing letters, else one that contains
 * the given name or begins with it. Undefined when none is like it.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const text = given.toLowerCase()
  const most = maxDistance(text)
  const distances = names.map((name) => ({ name, distance: distanceOf(text, name.toLowerCase(), most) }))
  const [nearest] = distances
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  if (nearest) return nearest.name
  if (text.length < MIN_PART_LENGTH) return undefined
  return (
    names.find((name) => name.includes(text)) ??
    names.find((name) => name.length >= MIN_PART_LENGTH && text.includes(name))
  )
}

function maxDistance(given: string): number {
  return Math.max(1, Math.min(MOST_DIFFERENT, Math.floor(given.length / 3)))
}

/** How many letters must be changed, added or left out; what exceeds `most` is Infinity. */
function distanceOf(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + Number(a[i - 1] !== b[j - 1])
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]! <= most ? row[b.length]! : Number.POSITIVE_INFINITY
}
