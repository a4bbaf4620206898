import { randomInt } from 'node:crypto'

/** Letters and digits that nobody confuses on paper (Crockford's base 32): I, L, O and U are left out. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 130 bits. */
const LENGTH = 26

/** Returns a random code that can't be guessed. */
export function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Returns the code that somebody copied from paper; undefined where it is none. */
export function readCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : undefined
}
