import { sql } from 'kysely'
import { fold, likePattern } from './like-pattern.ts'
import { emailKey } from './validate.ts'

const REMOVED = '[erased]'

/** Finds and removes mentions of a person in texts. */
export interface PersonMatcher {
  /** The e-mail address in the form for comparisons. */
  key: string
  isIn(text: string): boolean
  /** Returns the text without the address and without any of `others`: exact names or (global) patterns. */
  removeFrom(text: string, others?: readonly (string | RegExp)[]): string
}

/** The least length: shorter names occur in many texts by chance. */
const SHORTEST = 5

/** Returns a matcher for an e-mail address in any case and normal form, but not as part of a longer address. */
export function personMatcher(email: string): PersonMatcher {
  const key = emailKey(email)
  // Built lazily: that takes longer than using it.
  const pattern = patternFor(key)
  return {
    key,
    isIn: (text) => [text, text.normalize('NFC')].some((form) => form.search(pattern) !== -1),
    removeFrom(text, others = []) {
      let left = text
      for (const part of [key, ...others]) {
        if (typeof part !== 'string') {
          left = left.replace(part, REMOVED)
          continue
        }
        if (part.length < SHORTEST) continue
        left = left.replace(patternFor(part), REMOVED)
        const normal = left.normalize('NFC')
        if (patternFor(fold(part)).test(normal)) left = normal.replace(patternFor(fold(part)), REMOVED)
      }
      return left
    },
  }
}

/** Returns a condition that is true for rows whose text columns mention the person, and for a few others. */
export function mayMention(columns: readonly string[], { key }: PersonMatcher) {
  const joined = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  )
  const like = (part: string) => sql`lower(${joined}) like ${likePattern(part)}`
  // `%40` is `@` in links. Most rows contain neither, and are skipped quickly.
  const [plain, inLinks, either] = ['@', '%40', '%'].map((at) => like(key.replace('@', at)))
  return sql<boolean>`(${either} and (${plain} or ${inLinks}))`
}

/** Returns the texts that look like e-mail addresses. */
export function addressesIn(text: string | null): string[] {
  const found = text?.match(/[^\s"'<>()[\]{},;:\\|]+@[^\s"'<>()[\]{},;:\\|]+/g) ?? []
  return found.map((address) => address.replace(/[.!?]+$/, ''))
}

/** Returns those texts of a row that change when the person is removed from them. */
export function withoutMention<T extends object>(
  row: T,
  columns: readonly (keyof T)[],
  mention: PersonMatcher,
  others?: readonly (string | RegExp)[],
): Partial<T> {
  const changed: Partial<Record<keyof T, unknown>> = {}
  for (const column of columns) {
    const text: unknown = row[column]
    if (typeof text !== 'string') continue
    const left = mention.removeFrom(text, others)
    if (left !== text) changed[column] = left
  }
  return changed as Partial<T>
}

/**
 * Hex codes of characters that are neither letters nor part of an address: what follows `%` in `%3D`, or `\u00` in
 * `\u003c`.
 */
const SEPARATOR = '(?:[01][0-9a-f]|2[0-46-9acf]|3[a-f]|5[b-e]|60|7[b-f])'

/**
 * Matches the part as a separate word. Texts may be JSON or a link: then a line break before the part ends in a letter
 * (`\n`), a `<` or `=` in a letter or digit, and any character may be `\u002B` or `%2B`, also escaped twice. Between
 * two `_` it is in italics; after a single one it is the end of a longer address.
 */
function patternFor(part: string): RegExp {
  const literal = Array.from(part, inAnySpelling).join('')
  const escaped = `\\\\[bfnrt]|(?:%(?:25)*|\\\\u00)${SEPARATOR}`
  const begins = `(?:(?<=${escaped}|\\.\\.)|(?<![${kinOf(part.at(0))}._%+-]))`
  const start = `(?:${begins}|(?<=${begins}_+)(?=${literal}_))`
  // After a hyphen, a domain continues only if there is another dot; a name always does.
  const hyphenated = part.includes('@') ? '-[\\p{L}\\p{N}-]*\\.[\\p{L}\\p{N}]' : '-+[\\p{L}\\p{N}]'
  return new RegExp(`${start}${literal}(?![${kinOf(part.at(-1))}]|\\.[\\p{L}\\p{N}]|${hyphenated})`, 'giu')
}

/**
 * Returns the letters that continue a word after this one. After a Latin letter, only Latin ones: other scripts may
 * follow without a blank.
 */
function kinOf(letter = ''): string {
  const accents = '\\u0300-\\u036f'
  return (/[\p{Script=Latin}\d]/u.test(letter) ? '\\p{Script=Latin}\\d' : '\\p{L}\\p{N}') + accents
}

function inAnySpelling(character: string): string {
  const literal = character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')
  if (/[a-z0-9.-]/i.test(character)) return literal
  const escapes = [character.toLowerCase(), character.toUpperCase()].flatMap((one) => [
    Array.from({ length: one.length }, (_, unit) => `\\\\u${hex(one.charCodeAt(unit), 4)}`).join(''),
    Array.from(Buffer.from(one), (byte) => `%(?:25)*${hex(byte, 2)}`).join(''),
  ])
  return `(?:${[literal, ...new Set(escapes)].join('|')})`
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
