/** The name of the cookie that signs a browser in. */
const COOKIE = 'transom_session'

/**
 * Returns the cookie's values in a request. Several differ only when another site of the same domain has set one: then
 * nobody can say whose is whose.
 */
export function readCookies(header = ''): string[] {
  const values = header.split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === COOKIE ? [value.join('=').trim()] : []
  })
  return [...new Set(values)].filter((value) => value !== '')
}

/** Returns a cookie that a browser keeps for these seconds, hides from scripts, and never sends for other sites. */
export function writeCookie(
  token: string,
  { seconds, secure }: { seconds: number; secure: boolean },
): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return `${COOKIE}=${token}; ${attributes}`
}
