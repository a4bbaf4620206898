import { createHmac } from 'node:crypto'

interface Parts {
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

/** A token's claims, unchecked. */
export function decode(token: string): Parts {
  const [header = '', claims = ''] = token.split('.')
  return { header: read(header), claims: read(claims) }
}

/**
 * A token like `token`, with some of what it says replaced (undefined removes it), signed again with `secret` by
 * HMAC with `hash`.
 */
export function resign(
  token: string,
  secret: string | Uint8Array,
  { header, claims, hash = 'sha256' }: Partial<Parts> & { hash?: string } = {},
): string {
  const said = decode(token)
  const text = `${write({ ...said.header, ...header })}.${write({ ...said.claims, ...claims })}`
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}

export function write(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function read(segment: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(segment, 'base64url').toString())
}
