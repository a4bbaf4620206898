import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { AppError } from '../../../platform/errors.ts'
import { createSemaphore } from '../../../platform/semaphore.ts'

/** OWASP's argon2id parameters with the least memory: 19 MiB, 2 passes, 1 lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** Maximum length of a password in characters. Longer ones are refused, never cut. */
export const PASSWORD_LIMIT = 128

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

/** Hashes a password into PHC text (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await hashing(() => derive('argon2id', { message: bytesOf(password), nonce: salt, ...COST }))
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(salt)}$${text(hash)}`
}

/**
 * Returns whether the password matches the hash. Without a hash, or for a user who has no password yet, takes as long
 * and returns false.
 */
export async function verifyPassword(password: string, phc: string | undefined): Promise<boolean> {
  const stored = parse(phc || NOBODY)
  const hash = await hashing(() =>
    derive('argon2id', { message: bytesOf(password), nonce: stored.salt, ...stored.cost }),
  )
  return timingSafeEqual(hash, stored.hash) && Boolean(phc)
}

const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(randomBytes(16))}$${text(randomBytes(32))}`

/** Each hash takes a core and 19 MiB, so that concurrent hashes and waiting ones are limited. */
const hashing = createSemaphore({
  concurrency: Math.max(1, availableParallelism()),
  limit: {
    waiting: 1_000,
    refusal: () =>
      new AppError('RATE_LIMITED', 'Too many logins are waiting. Try again shortly.', { retryAfter: 5 }),
  },
})

function parse(phc: string) {
  const [, m, t, p, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc) ?? []
  if (!hash || !salt) throw new Error('A stored password hash is not in argon2id PHC form.')
  const bytes = Buffer.from(hash, 'base64')
  return {
    salt: Buffer.from(salt, 'base64'),
    hash: bytes,
    cost: { memory: Number(m), passes: Number(t), parallelism: Number(p), tagLength: bytes.length },
  }
}

/** The same text typed on another keyboard may come in another Unicode form. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8')
}

function text(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
