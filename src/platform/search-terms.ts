/** The terms by which a search finds a record: words, exact texts such as an e-mail address, and a phone number. */
interface Searchable {
  /** Texts whose words are found by their beginnings. */
  words: string
  /** Texts that are found by their own beginning. */
  exact: readonly (string | null | undefined)[]
  phone?: string | null | undefined
}

const MOST_WORDS = 12
const LONGEST = 60
/** The trunk prefix that most countries' numbers have without the country code. */
const NATIONAL_DIGITS = 10
const FEWEST_DIGITS = 4
const FEWEST_WITHOUT_CODE = 7
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * Returns the terms of a record. A migration has stored them for older records: never change them without another one.
 * A phone number's are `+` with its last ten digits, and `-` with all of them from the last to the first.
 */
export function searchTerms({ words, exact, phone }: Searchable): string[] {
  const texts = exact.filter((text) => typeof text === 'string' && text !== '')
  const digits = digitsOf(phone ?? '')
  const numbers =
    digits.length < FEWEST_DIGITS ? [] : [`+${digits.slice(-NATIONAL_DIGITS)}`, `-${reverse(digits)}`]
  return [...new Set([...wordsOf(words), ...texts.map((text) => foldExact(text!)), ...numbers])]
}

/** The condition of a search: records with a term for each beginning of one of the alternatives. */
export type Wanted = readonly (readonly string[])[]

/** Returns the terms to look for; none where the text has nothing to search for. */
export function wantedTerms(text: string): Wanted {
  const trimmed = text.trim()
  const words = wordsOf(trimmed)
  if (trimmed.includes('@')) return [[foldExact(trimmed)]]
  const isNumber = /^[+\d\s()./-]+$/.test(trimmed)
  const alternatives: string[][] = words.length > 0 && !isNumber ? [words] : []
  // A text without blanks may be the beginning of an address: `ada.riv`.
  if (!/\s/.test(trimmed) && trimmed !== '') alternatives.push([foldExact(trimmed)])
  // People write a hull's number with its country and hyphens: `US-HCX10001D526`.
  if (/^[a-z\d]+(-[a-z\d]+)+$/i.test(trimmed) && !isNumber) {
    alternatives.push([foldExact(trimmed.replace(/^us-/i, '').replaceAll('-', ''))])
  }
  if (isNumber) alternatives.push(...numbersOf(trimmed).map((number) => [number]))
  const distinct = new Map(alternatives.map((alternative) => [alternative.join(' '), alternative]))
  return [...distinct.values()]
}

/** Returns whether a record with these terms is what a search asks for. */
export function hasTerms(terms: readonly string[], wanted: Wanted): boolean {
  const has = (beginning: string) => terms.some((term) => term.startsWith(beginning))
  return wanted.some((beginnings) => beginnings.every(has))
}

/** Returns the end of the terms that begin with this one, exclusive. */
export function endOfTerms(beginning: string): string {
  return beginning + LAST_CHARACTER
}

/** Numbers may be stored and asked for with or without the country's code. */
function numbersOf(text: string): string[] {
  const digits = digitsOf(text).replace(/^00/, '')
  const isInternational = /^\s*(?:\+|00)/.test(text)
  const shorter = [
    ...(/^[01]/.test(digits) ? [digits.slice(1)] : []),
    ...(isInternational ? [1, 2, 3].map((length) => digits.slice(length)) : []),
  ]
  const ends = [digits, ...shorter.filter((rest) => rest.length >= FEWEST_WITHOUT_CODE)]
  return [
    ...[digits, ...shorter].filter((rest) => rest.length >= FEWEST_DIGITS - 1).map((rest) => `+${rest}`),
    ...ends.filter((rest) => rest.length >= FEWEST_DIGITS).map((rest) => `-${reverse(rest)}`),
  ]
}

function wordsOf(text: string): string[] {
  const words = fold(text)
    .replace(/['’`]/g, '')
    .split(/[\s\-.,;:"()/&+_]+/)
  return words
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, LONGEST))
}

function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
}

function foldExact(text: string): string {
  return text.toLowerCase().normalize('NFC')
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, 20)
}

function reverse(text: string): string {
  return [...text].reverse().join('')
}
