export interface Query {
  /** Parameters by name, without a prototype. Not to be used when there is a problem. */
  params: Record<string, string>
  /** A sentence that says what is wrong with the query string as such; null when nothing is. */
  problem: string | null
}

/**
 * Reads a query string, without its `?`, as `application/x-www-form-urlencoded`, strictly: `+` is a blank, `a`
 * means `a=`, empty pieces between `&` are passed over. A problem are bytes beyond printable ASCII, escapes that
 * are not UTF-8, NUL, a parameter given twice, and brackets in a name (`a[]`, `a[b]`). Values are not trimmed.
 */
export function parseQuery(search: string): Query {
  const params: Record<string, string> = Object.create(null)
  if (search === '') return { params, problem: null }
  if (!/^[!-~]*$/.test(search)) {
    return { params, problem: 'The query string may hold only ASCII; percent-encode the rest as UTF-8.' }
  }
  for (const piece of search.split('&')) {
    if (piece === '') continue
    const problem = addParameter(piece, params)
    if (problem) return { params, problem }
  }
  return { params, problem: null }
}

function addParameter(piece: string, params: Record<string, string>): string | null {
  const equals = piece.indexOf('=')
  const name = decode(equals < 0 ? piece : piece.slice(0, equals))
  if (name === null) return 'The name of a query parameter is not percent-encoded UTF-8.'
  const value = equals < 0 ? '' : decode(piece.slice(equals + 1))
  if (value === null) return `The value of ${show(name)} is not percent-encoded UTF-8.`

  if (name.includes('\0')) return 'The name of a query parameter holds a NUL character (%00).'
  if (value.includes('\0')) return `The value of ${show(name)} holds a NUL character (%00).`
  if (/[[\]]/.test(name)) return `${show(name)} has brackets in its name; lists and objects are not accepted.`
  if (name in params) return `${show(name)} is given more than once; give it once.`
  params[name] = value
  return null
}

/** Null for escapes that are cut short or are not UTF-8, encoded surrogates and overlong forms among them. */
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
