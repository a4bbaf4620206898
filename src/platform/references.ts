import { AppError, NotFound } from './errors.ts'

interface Naming<T> {
  /** The word for a row in messages: `API user`. */
  noun: string
  /** The key that rows have beside their id: `email`. */
  key: string
  keyOf(row: T): string
  /** Returns the form in which keys are compared; by default they are compared exactly. */
  fold?(key: string): string
}

export const MOST_ID = 999_999_999_999_999

const MOST_SUGGESTED = 3
const MOST_DIFFERENT = 3
/** Fewer letters in common mean nothing. */
const MIN_PART_LENGTH = 3

/**
 * Returns the row that `7`, `harbor-craft`, `id:7` or `slug:harbor-craft` means.
 * @param rows all rows, or those that may be meant and some with similar keys
 * @throws NotFound (NOT_FOUND) with the most similar keys; AppError VALIDATION_ERROR where one row has this key and another this id
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
  throw new NotFound('NOT_FOUND', `There is no ${noun} "${text}".${suggest(text, rows.map(keyOf))}`)
}

/** Returns the id in `id:7`, which can mean nothing else; undefined for other references. */
export function givenId(reference: string): number | undefined {
  const { by, text } = readReference(reference, 'id')
  return by === 'id' && isId(text) ? Number(text) : undefined
}

/** Splits `id:7` and, with `slug` as the key, `slug:harbor-craft`; other texts may be either. */
function readReference(reference: string, key: string): { by?: string; text: string } {
  for (const by of ['id', key]) {
    if (reference.startsWith(`${by}:`)) return { by, text: reference.slice(by.length + 1) }
  }
  return { text: reference }
}

/** Returns whether a text is an id: an integer from 1 to MOST_ID. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

/** Returns ` Did you mean "harbor-craft"?` with the names most like the given one, or an empty text. */
export function suggest(given: string, names: readonly string[]): string {
  const most = maxDistance(given)
  // Every short name resembles a single letter.
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
 * Returns the name that the user most likely meant: the one with the fewest differing letters, else one that contains
 * the given name, else the longest that the given name contains. Undefined if none is similar.
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
  const contained = names.filter((name) => name.length >= MIN_PART_LENGTH && text.includes(name))
  return names.find((name) => name.includes(text)) ?? contained.toSorted((a, b) => b.length - a.length).at(0)
}

function maxDistance(given: string): number {
  return Math.max(1, Math.min(MOST_DIFFERENT, Math.floor(given.length / 3)))
}

/** Returns how many letters are changed, added, left out or swapped with the next one; Infinity above `most`. */
function distanceOf(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + Number(a[i - 1] !== b[j - 1])
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, swapped, row[j]! + 1, next[j - 1]! + 1))
    }
    before = row
    row = next
  }
  return row[b.length]! <= most ? row[b.length]! : Number.POSITIVE_INFINITY
}
