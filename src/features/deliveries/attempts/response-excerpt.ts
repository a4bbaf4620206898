const KEPT_BYTES = 2_048

/** What is kept of an answer: the beginning, as text that a database takes and a terminal may show. Null: nothing. */
export function responseExcerpt(body: Buffer): string | null {
  if (body.length === 0) return null
  const bytes = body.subarray(0, KEPT_BYTES)
  // As a stream: a character that the cut goes through is left out.
  const text = new TextDecoder('utf-8').decode(bytes, { stream: body.length > KEPT_BYTES })
  return text.replace(UNSAFE, '\uFFFD')
}

/** Control characters but tab and line ends, and those that turn the direction of writing. */
const UNSAFE = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/gu
