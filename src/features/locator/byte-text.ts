declare const bytes: unique symbol

/**
 * Text in UTF-8, one character (U+0000 to U+00FF) for each byte. Joining such texts costs less than joining buffers, and
 * `response.end(text, 'latin1')` sends it together with the headers in one piece.
 */
export type ByteText = string & { readonly [bytes]: true }

export function toByteText(text: string): ByteText {
  return Buffer.from(text).toString('latin1') as ByteText
}

/** Returns the text that `toByteText` was given. */
export function textOf(text: ByteText): string {
  return toBuffer(text).toString()
}

export function toBuffer(text: ByteText): Buffer {
  return Buffer.from(text, 'latin1')
}
