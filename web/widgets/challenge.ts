interface Challenge {
  algorithm: string
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}

/** Digests that are computed together, so that the page stays usable. */
const TOGETHER = 250

/** Finds the number whose digest was given. Returns what the server wants to see: base64 of JSON, as ALTCHA has it. */
export async function solve({
  algorithm,
  challenge,
  maxnumber,
  salt,
  signature,
}: Challenge): Promise<string> {
  const encoder = new TextEncoder()
  const digest = await loadDigest()
  for (let start = 0; start <= maxnumber; start += TOGETHER) {
    const digests = Array.from({ length: TOGETHER }, (_, i) => digest(encoder.encode(`${salt}${start + i}`)))
    const at = (await Promise.all(digests)).findIndex((bytes) => toHex(bytes) === challenge)
    if (at >= 0) return btoa(JSON.stringify({ algorithm, challenge, number: start + at, salt, signature }))
    // Digests that were computed here left the page no time between them.
    if (!isSecureContext) await new Promise((resolve) => setTimeout(resolve))
  }
  throw new Error('The challenge has no solution.')
}

/** Returns what computes SHA-256. Pages that came over plain HTTP load it: there, browsers have no `crypto.subtle`. */
async function loadDigest(): Promise<(bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>> {
  if (isSecureContext) return async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('./sha256.ts')
  return async (bytes) => sha256(bytes)
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
