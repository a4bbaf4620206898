import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Micros } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'

/** How long a challenge is valid. */
const VALID_S = 300
/** A browser tries half as many numbers on average, which takes about a second. */
const MOST_TRIES = 100_000
const MOST_CHARACTERS = 2_048
const ALGORITHM = 'SHA-256'

/** A challenge as ALTCHA has it: find the number whose SHA-256 after the salt is `challenge`. */
export interface Challenge {
  algorithm: typeof ALGORITHM
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}

/** A challenge that was solved. It may be used once. */
export interface SolvedChallenge {
  challenge: string
  issuedAt: Micros
  expiresAt: Micros
}

/** Makes a challenge for a publishable key. */
export function makeChallenge({
  keyId,
  secret,
  now,
}: {
  keyId: number
  secret: string
  now: Micros
}): Challenge {
  const expires = Math.floor(now / 1_000_000) + VALID_S
  // The last `&` keeps digits of the number from being read as part of the salt.
  const salt = `${randomBytes(16).toString('hex')}?expires=${expires}&issued=${now}&key=${keyId}&`
  const challenge = digest(salt, randomInt(MOST_TRIES + 1))
  return { algorithm: ALGORITHM, challenge, maxnumber: MOST_TRIES, salt, signature: sign(challenge, secret) }
}

/**
 * Returns the challenge that a payload of ALTCHA solves: base64 of JSON with `number` beside the challenge's fields.
 * @throws AppError CHALLENGE_FAILED where it is missing, wrong, expired, or another key's
 */
export function checkSolution(
  payload: string | undefined,
  { keyId, secrets, now }: { keyId: number; secrets: readonly string[]; now: Micros },
): SolvedChallenge {
  if (!payload) {
    throw failed('Send the solution of a challenge in X-Transom-Challenge. GET /challenge gives one.')
  }
  const { algorithm, challenge, number, salt, signature } = readPayload(payload)
  const isSigned =
    algorithm === ALGORITHM &&
    typeof challenge === 'string' &&
    typeof signature === 'string' &&
    secrets.some((secret) => isSame(signature, sign(challenge, secret)))
  const isSolved =
    isSigned &&
    typeof salt === 'string' &&
    Number.isSafeInteger(number) &&
    isSame(challenge, digest(salt, number as number))
  if (!isSolved) throw failed('The solution in X-Transom-Challenge is wrong. Solve another challenge.')
  // Signed: the salt is the one that was given out.
  const parameters = new URLSearchParams(salt.slice(salt.indexOf('?')))
  if (parameters.get('key') !== String(keyId)) {
    throw failed('The challenge in X-Transom-Challenge was given to another key. Solve another one.')
  }
  const expires = Number(parameters.get('expires'))
  if (expires * 1_000_000 <= now) {
    throw failed('The challenge in X-Transom-Challenge has expired. Solve another one.')
  }
  return { challenge, issuedAt: Number(parameters.get('issued')), expiresAt: expires * 1_000_000 }
}

export function failed(message: string): AppError {
  return new AppError('CHALLENGE_FAILED', message)
}

function readPayload(payload: string): Record<string, unknown> {
  if (payload.length > MOST_CHARACTERS) return {}
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function digest(salt: string, number: number): string {
  return hash('sha256', `${salt}${number}`, 'hex')
}

/** The signing secret also signs tokens: each use has a key of its own. */
function sign(challenge: string, secret: string): string {
  const key = createHmac('sha256', secret).update('transom challenge').digest()
  return createHmac('sha256', key).update(challenge).digest('hex')
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
