import { hash, randomInt } from 'node:crypto'

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const COUNT = 10
const GROUPS = 4
const GROUP_LENGTH = 4

/** Returns new recovery codes such as `k7pm-3wxt-q9ha-bd4e`: 79 random bits each, so that a plain digest is enough. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, newGroup).join('-'))
}

/** Returns the stored form of a recovery code, however it was typed. */
export function digestRecoveryCode(code: string): string {
  return hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''), 'hex')
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
