/** The only origin with a wildcard: any port of the developer's own machine. */
const LOCALHOST = 'http://localhost:*'

/** Returns whether a publishable key's origins include that of a request. */
export function listsOrigin(origins: ReadonlySet<string>, origin: string | undefined): boolean {
  if (origin === undefined || origin === LOCALHOST) return false
  if (origins.has(origin)) return true
  return origins.has(LOCALHOST) && /^http:\/\/localhost(:\d{1,5})?$/.test(origin)
}

/** Returns what is wrong with an origin in the list of a publishable key; undefined if nothing. */
export function originIssue(text: string): string | undefined {
  if (text === LOCALHOST) return undefined
  const exact = originOf(text)
  if (exact === text) return undefined
  const hint = exact ? ` Did you mean "${exact}"?` : ''
  return `"${text}" is not an origin such as https://www.example.com, without a path or a wildcard.${hint} Only ${LOCALHOST} has one.`
}

/** Returns the origin as browsers send it; undefined where there is none. */
function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, hostname } = new URL(text)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && !hostname.includes('*') ? origin : undefined
}
