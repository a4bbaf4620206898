import { hash } from 'node:crypto'

/** Returns the stored form of an API token. Tokens have 128 random bits or more, so a plain digest is enough. */
export function digestToken(token: string): string {
  return hash('sha256', token, 'hex')
}
