import { Secret, TOTP } from 'otpauth'
import type { Micros } from '../../../platform/clock.ts'

const PERIOD_S = 30
const PERIOD_MS = PERIOD_S * 1000
/** Clocks of phones differ: the code before and the one after are accepted too. */
const WINDOW = 1
const ISSUER = 'Transom'

/** Returns a new secret in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the address from which an authenticator app reads the secret, as a QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** Returns the number of the time step (RFC 6238) whose code this is; undefined where it is none of now. */
export function stepOf(secret: string, code: string, now: Micros): number | undefined {
  // The library throws for six characters of more than six bytes.
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = Math.floor(now / 1000)
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : Math.floor(timestamp / PERIOD_MS) + delta
}

function totpOf(secret: string, label = 'user'): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S })
}
