import { sql } from 'kysely'
import { fold, likePattern } from './like-pattern.ts'
import { emailKey } from './validate.ts'

const REMOVED = '[erased]'

/** A person as texts speak of them. */
export interface PersonMatcher {
  /** The e-mail address in the form in which addresses are compared. */
  key: string
  isIn(text: string): boolean
  /** The text without the address, and without any of `others`: a name as it stands, or a (global) pattern. */
  removeFrom(text: string, others?: readonly (string | RegExp)[]): string
}

/** Shorter ones stand by chance in many texts. */
const SHORTEST = 5

/** An e-mail address as it may stand in texts, in any case and normal form; not as a part of a longer address. */
export function personMatcher(email: string): PersonMatcher {
  const key = emailKey(email)
  // It takes longer to make than to use.
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

/** A condition that rows fulfil in which one of these text columns mentions the person; a few others fulfil it too. */
export function mayMention(columns: readonly string[], { key }: PersonMatcher) {
  const whole = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  )
  const like = (part: string) => sql`lower(${whole}) like ${likePattern(part)}`
  // `%40` is what links have for `@`. Most rows fulfil neither, and are passed over at the first look.
  const [plain, inLinks, either] = ['@', '%40', '%'].map((at) => like(key.replace('@', at)))
  return sql<boolean>`(${either} and (${plain} or ${inLinks}))`
}

/** Returns what looks like e-mail addresses in a text. */
export function addressesIn(text: string | null): string[] {
  const found = text?.match(/[^\s"'<>()[\]{},;:\\|]+@[^\s"'<>()[\]{},;:\\|]+/g) ?? []
  return found.map((address) => address.replace(/[.!?]+$/, ''))
}

/** Which of a row's texts change when the person is taken out of them. */
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

/** What no address has before its `@`, and no letter is: in `%3D` or `\u003c` what comes after `%` or `\u00`. */
const SEPARATOR = '(?:[01][0-9a-f]|2[0-46-9acf]|3[a-f]|5[b-e]|60|7[b-f])'

/**
 * Where the part stands by itself. Texts may be JSON or a link as somebody wrote it: then a line break before the part
 * ends in a letter (`\n`), a `<` or `=` in a letter or digit, and any sign may be `\u002B` or `%2B`, also twice over.
 * Within `_` on both sides it is in italics; with one before it alone it is the end of a longer address.
 */
function patternFor(part: string): RegExp {
  const literal = Array.from(part, inAnySpelling).join('')
  const escaped = `\\\\[bfnrt]|(?:%(?:25)*|\\\\u00)${SEPARATOR}`
  const begins = `(?:(?<=${escaped}|\\.\\.)|(?<![${kinOf(part.at(0))}._%+-]))`
  const start = `(?:${begins}|(?<=${begins}_+)(?=${literal}_))`
  // A domain goes on after a hyphen only where there is another dot; a name does in any case.
  const hyphenated = part.includes('@') ? '-[\\p{L}\\p{N}-]*\\.[\\p{L}\\p{N}]' : '-+[\\p{L}\\p{N}]'
  return new RegExp(`${start}${literal}(?![${kinOf(part.at(-1))}]|\\.[\\p{L}\\p{N}]|${hyphenated})`, 'giu')
}

/** The letters that make a longer word of one with this letter at its end: not those of scripts without blanks. */
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
