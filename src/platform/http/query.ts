export interface Query {
  /** Parameters by name, without a prototype. Don't use them if there is a problem. */
  params: Record<string, string>
  /** A sentence about what is wrong with the query string itself, or null. */
  problem: string | null
}

/**
 * Parses a query string, without its `?`, strictly as `application/x-www-form-urlencoded`: `+` is a blank, `a` means
 * `a=`, empty pieces between `&` are ignored. Problems: bytes beyond printable ASCII, escapes that are not UTF-8, NUL,
 * a repeated parameter, and brackets in a name (`a[]`, `a[b]`). Values are not trimmed.
 */
export function parseQuery(search: string): Query {
  const params: Record<string, string> = new (Params as never as new () => Record<string, string>)()
  if (!/^[!-~]*$/.test(search)) {
    return { params, problem: 'The query string may contain only ASCII; percent-encode the rest as UTF-8.' }
  }
  const isPlain = !/[%+[\]]/.test(search)
  for (let start = 0, end = 0; start < search.length; start = end + 1) {
    const next = search.indexOf('&', start)
    end = next < 0 ? search.length : next
    if (start === end) continue
    const problem = addParameter(search.slice(start, end), isPlain, params)
    if (problem) return { params, problem }
  }
  return { params, problem: null }
}

/** Objects that inherit nothing; faster to create and read than those of `Object.create(null)`. */
function Params() {}
Params.prototype = Object.create(null)

/** `isPlain` means that the piece has nothing to decode or check. */
function addParameter(piece: string, isPlain: boolean, params: Record<string, string>): string | null {
  const equals = piece.indexOf('=')
  const rawName = equals < 0 ? piece : piece.slice(0, equals)
  const rawValue = equals < 0 ? '' : piece.slice(equals + 1)
  const name = isPlain ? rawName : decode(rawName)
  if (name === null) return 'The name of a query parameter is not percent-encoded UTF-8.'
  const value = isPlain ? rawValue : decode(rawValue)
  if (value === null) return `The value of ${show(name)} is not percent-encoded UTF-8.`
  const problem = isPlain ? null : problemWith(name, value)
  if (problem) return problem
  if (params[name] !== undefined) return `${show(name)} is given more than once; give it once.`
  params[name] = value
  return null
}

function problemWith(name: string, value: string): string | null {
  if (name.includes('\0')) return 'The name of a query parameter contains a NUL character (%00).'
  if (value.includes('\0')) return `The value of ${show(name)} contains a NUL character (%00).`
  if (/[[\]]/.test(name)) return `${show(name)} has brackets in its name; lists and objects are not accepted.`
  return null
}

/** Returns null for escapes that are cut short or not UTF-8, including encoded surrogates and overlong forms. */
function decode(text: string): string | null {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return null
  }
}

function show(name: string): string {
  return JSON.stringify(name.length > 64 ? `${name.slice(0, 64)}…` : name)
}
