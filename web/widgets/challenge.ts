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
  for (let start = 0; start <= maxnumber; start += TOGETHER) {
    const digests = Array.from({ length: TOGETHER }, (_, i) =>
      crypto.subtle.digest('SHA-256', encoder.encode(`${salt}${start + i}`)),
    )
    const at = (await Promise.all(digests)).findIndex((digest) => toHex(digest) === challenge)
    if (at >= 0) return btoa(JSON.stringify({ algorithm, challenge, number: start + at, salt, signature }))
  }
  throw new Error('The challenge has no solution.')
}

function toHex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
