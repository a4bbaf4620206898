const KEPT_BYTES = 2_048

/** Returns the beginning of an answer as text that is safe for the database and a terminal; null for an empty one. */
export function responseExcerpt(body: Buffer): string | null {
  if (body.length === 0) return null
  const bytes = body.subarray(0, KEPT_BYTES)
  // The stream option drops a character that the limit cuts in two.
  const text = new TextDecoder('utf-8').decode(bytes, { stream: body.length > KEPT_BYTES })
  return text.replace(UNSAFE, '\uFFFD')
}

/** Control characters except tab and line ends, and characters that change the direction of writing. */
const UNSAFE = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/gu
