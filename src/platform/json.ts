import { isUtf8 } from 'node:buffer'
import { AppError, type Issue, issue } from './errors.ts'

/** The most levels of objects and arrays in a document, including the root. */
const MAX_DEPTH = 32

/** A hostile body could otherwise make the response many times its own size. */
const MAX_ISSUES = 100

/**
 * Parses JSON in UTF-8 (RFC 8259). Drops a byte order mark; the last one of repeated keys wins. A request's value is
 * not safe to use before `tidy` has processed it.
 *
 * @throws AppError (INVALID_JSON) for bytes that are not UTF-8 or not JSON, (BAD_REQUEST) for excessive nesting; the
 * messages begin with `what`
 */
export function parseJson(bytes: Buffer, what = 'The body'): unknown {
  if (bytes.length === 0) throw new AppError('INVALID_JSON', `${what} is not valid JSON: it is empty.`)
  if (!isUtf8(bytes)) throw new AppError('INVALID_JSON', `${what} is not UTF-8; encode it as UTF-8.`)
  if (bytes.length >= SLOW_TO_PARSE) refuseDeepText(bytes, what)
  try {
    return JSON.parse(bytes.toString('utf8', startsWithByteOrderMark(bytes) ? 3 : 0))
  } catch (error) {
    throw new AppError('INVALID_JSON', `${what} is not valid JSON${placeIn(error)}.`)
  }
}

/**
 * Trims every string of a parsed body, in place, except the root's own properties named in `untrimmed`. Reports values
 * that no field accepts: NUL characters and lone surrogates (in names too), integers beyond ±(2^53 − 1), numbers too
 * large for a double.
 *
 * Issues have dotted paths, including array indices (`items.0.name`; the root is the empty path), and sentences. Names
 * are written as in JSON source, without the quotes, so that none is invisible (NUL is `\u0000`), and cut after 64
 * characters; a dot in a name is not marked. At most 100 issues are listed.
 *
 * @throws AppError (BAD_REQUEST) for more than 32 levels, a key `__proto__`, or a `constructor` object with a
 * `prototype`
 */
export function tidy(
  value: unknown,
  options: { untrimmed?: readonly string[] } = {},
): { value: unknown; issues: Issue[] } {
  const walk: Walk = { issues: [], path: [], untrimmed: options.untrimmed ?? [] }
  if (typeof value === 'object' && value !== null) {
    tidyContainer(value, walk)
    return { value, issues: walk.issues }
  }
  checkLeaf(value, '', walk)
  return { value: typeof value === 'string' ? value.trim() : value, issues: walk.issues }
}

interface Walk {
  issues: Issue[]
  /** Keys and indices from the root to the current container. */
  path: (string | number)[]
  untrimmed: readonly string[]
}

function tidyContainer(container: object, walk: Walk): void {
  if (walk.path.length >= MAX_DEPTH) throw tooDeep()
  if (Array.isArray(container)) {
    for (let i = 0; i < container.length; i++) tidyEntry(container, i, walk)
    return
  }
  const object = container as Record<string, unknown>
  for (const key in object) {
    checkKey(key, object, walk)
    tidyEntry(object, key, walk)
  }
}

function tidyEntry<K extends string | number>(container: Record<K, unknown>, key: K, walk: Walk): void {
  const value = container[key]
  if (typeof value === 'object') {
    if (value === null) return
    walk.path.push(key)
    tidyContainer(value, walk)
    walk.path.pop()
    return
  }
  checkLeaf(value, key, walk)
  if (typeof value === 'string') {
    const trimmed = value.trim()
    if (trimmed.length !== value.length && !isUntrimmed(key, walk)) container[key] = trimmed
  }
}

function isUntrimmed(key: string | number, walk: Walk): boolean {
  return walk.path.length === 0 && typeof key === 'string' && walk.untrimmed.includes(key)
}

function checkKey(key: string, object: Record<string, unknown>, walk: Walk): void {
  if (key === '__proto__') throw new AppError('BAD_REQUEST', 'The body may not use the name "__proto__".')
  if (key === 'constructor') {
    const value = object[key]
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')) {
      throw new AppError('BAD_REQUEST', 'The body may not use the name "prototype" within "constructor".')
    }
  }
  const problem = textProblem(key)
  if (problem) addIssue(walk, key, `has ${problem} in its name`)
}

function checkLeaf(value: unknown, key: string | number, walk: Walk): void {
  if (typeof value === 'string') {
    const problem = textProblem(value)
    if (problem) addIssue(walk, key, `must not contain ${problem}`)
  } else if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    addIssue(
      walk,
      key,
      Number.isFinite(value)
        ? 'is an integer beyond ±9007199254740991, which would be rounded; send it as a string'
        : 'is too large for a number; send it as a string',
    )
  }
}

function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'a NUL character (U+0000)'
  return text.isWellFormed() ? null : 'half of a surrogate pair, which is not a character'
}

function addIssue(walk: Walk, key: string | number, predicate: string): void {
  if (walk.issues.length >= MAX_ISSUES) return
  walk.issues.push(issue([...walk.path, key].map(showKey).join('.'), predicate))
}

function showKey(key: string | number): string {
  const text = String(key)
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text).slice(1, -1)
}

/**
 * Bytes from which on the nesting is checked first. JSON.parse takes 0.15 s over 1 MiB of brackets, a scan 1 ms; below
 * this size neither matters.
 */
const SLOW_TO_PARSE = 16 * 1024

function refuseDeepText(bytes: Buffer, what: string): void {
  let depth = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === QUOTE) {
      i++
      while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) throw tooDeep(what)
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--
  }
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

function tooDeep(what = 'The body'): AppError {
  return new AppError('BAD_REQUEST', `${what} is nested deeper than ${MAX_DEPTH} levels; flatten it.`)
}

function startsWithByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** The parser's own message quotes the text, which may contain a password. Only the position is reported. */
function placeIn(error: unknown): string {
  const place = /\(line \d+ column \d+\)$/.exec(error instanceof Error ? error.message : '')
  return place ? ` ${place[0]}` : ''
}
