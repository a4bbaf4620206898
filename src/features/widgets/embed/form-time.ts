import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Micros } from '../../../platform/clock.ts'
import type { SolvedChallenge } from '../../web-forms/index.ts'

/** How long somebody may take to fill in a form: half a day. */
const VALID_MICROS = 12 * 3600 * 1_000_000

interface Signed {
  keyId: number
  now: Micros
}

/** Returns the text that a form carries: when it was made, signed. It can be sent once. */
export function makeFormTime({ keyId, now }: Signed, secret: string): string {
  const text = `${now}.${randomBytes(16).toString('base64url')}`
  return `${text}.${sign(text, keyId, secret)}`
}

/** Returns what a form's text stands for; undefined where it is not ours, another key's or too old. */
export function readFormTime(
  text: string,
  { keyId, now }: Signed,
  secrets: readonly string[],
): SolvedChallenge | undefined {
  const [, signed, issued, signature] = /^((\d+)\.[\w-]{22})\.([\w-]{43})$/.exec(text) ?? []
  if (signed === undefined) return undefined
  if (!secrets.some((secret) => isSame(signature!, sign(signed, keyId, secret)))) return undefined
  const issuedAt = Number(issued)
  const expiresAt = issuedAt + VALID_MICROS
  return expiresAt > now ? { challenge: `form ${signed}`, issuedAt, expiresAt } : undefined
}

/** The signing secret also signs tokens: each use has a key of its own. */
function sign(text: string, keyId: number, secret: string): string {
  const key = createHmac('sha256', secret).update('transom form').digest()
  return createHmac('sha256', key).update(`${keyId} ${text}`).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
