import { sql } from 'kysely'
import { fold, roughPattern } from './rough-search.ts'
import { emailKey } from './validate.ts'

const REMOVED = '[erased]'

/** A person as texts speak of them. */
export interface Mention {
  /** The e-mail address in the form in which addresses are compared. */
  key: string
  isIn(text: string): boolean
  /** The text without the address, and without any of `others`: a name as it stands, or a (global) pattern. */
  removeFrom(text: string, others?: readonly (string | RegExp)[]): string
}

/** Shorter ones stand by chance in many texts. */
const SHORTEST = 5

/** An e-mail address as it may stand in texts, in any case and normal form; not as a part of a longer address. */
export function mentionOf(email: string): Mention {
  const key = emailKey(email)
  return {
    key,
    isIn: (text) => patternFor(key).test(text) || patternFor(key).test(text.normalize('NFC')),
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
export function mayMention(columns: readonly string[], { key }: Mention) {
  const whole = sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`),
    sql` || ' ' || `,
  )
  return sql<boolean>`lower(${whole}) like ${roughPattern(key)}`
}

/** Which of a row's texts change when the person is taken out of them. */
export function withoutMention<T extends object>(
  row: T,
  columns: readonly (keyof T)[],
  mention: Mention,
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
 * Where the part stands by itself. Texts may be JSON as somebody wrote it: then a line break before the part ends in a
 * letter (`\n`), and some write `+` and what is beyond ASCII as `\u002B`.
 */
function patternFor(part: string): RegExp {
  const literal = Array.from(part, inAnySpelling).join('')
  const start = '(?:(?<=\\\\[bfnrt])|(?<![\\p{L}\\p{N}._%+-]))'
  return new RegExp(`${start}${literal}(?![\\p{L}\\p{N}\\-]|\\.[\\p{L}\\p{N}])`, 'giu')
}

function inAnySpelling(character: string): string {
  const literal = character.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')
  if (/[a-z0-9@.-]/i.test(character)) return literal
  const escapes = [character.toLowerCase(), character.toUpperCase()].map((one) =>
    Array.from({ length: one.length }, (_, unit) => {
      const code = one.charCodeAt(unit).toString(16).padStart(4, '0')
      return `\\\\u${code}`
    }).join(''),
  )
  return `(?:${[literal, ...new Set(escapes)].join('|')})`
}
