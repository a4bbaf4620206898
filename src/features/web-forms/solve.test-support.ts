import { hash } from 'node:crypto'
import type { Challenge } from './challenge.ts'

/** Returns the number that solves a challenge, as a browser finds it. */
export function solve({ salt, challenge, maxnumber }: Challenge): number {
  for (let number = 0; number <= maxnumber; number++) {
    if (hash('sha256', `${salt}${number}`, 'hex') === challenge) return number
  }
  throw new Error('The challenge has no solution.')
}

/** Returns what goes into X-Transom-Challenge. */
export function toPayload(challenge: Challenge, fields: object = {}): string {
  const { maxnumber: _, ...rest } = challenge
  return Buffer.from(JSON.stringify({ ...rest, ...fields })).toString('base64')
}
