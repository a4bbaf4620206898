import { createHash } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import { AppError } from '../../../platform/errors.ts'

const ISSUER = 'transom'
const ALGORITHM = 'HS256'
const TOKENS_REMEMBERED = 10_000

/** The claims of our tokens. Access and refresh tokens differ only in their audience, so neither passes as the other. */
export interface Claims {
  userId: number
  familyId: number
  jti: string
  /** Whether the user gave a code beside the password. */
  secondFactor: boolean
}

type Kind = 'access' | 'refresh'

/** The claims of a correctly signed token, checked by the JWT library only. */
interface RawClaims {
  sub: unknown
  fam: unknown
  jti: unknown
  exp: unknown
  amr: unknown
}

export interface TokenSigner {
  sign(kind: Kind, claims: Claims, ttlS: number): string
  /** @throws AppError TOKEN_EXPIRED for our own expired token; INVALID_TOKEN for any other invalid one */
  verify(kind: Kind, token: string): Claims
}

/**
 * Signs with the first secret and accepts all of them, so that a secret can be replaced while tokens signed
 * with the old one run out. The header's `kid` only chooses among these; nothing is ever fetched.
 */
export function createTokenSigner(secrets: readonly [string, ...string[]]): TokenSigner {
  const keys = secrets.map((secret) => ({ secret, kid: keyId(secret) }))
  const current = keys[0]!
  const verifiers = {
    access: new Map(keys.map(({ secret, kid }) => [kid, verifier(secret, 'access')])),
    refresh: new Map(keys.map(({ secret, kid }) => [kid, verifier(secret, 'refresh')])),
  }
  // A caller sends the same access token hundreds of times: its signature is checked once.
  const remembered = new Map<string, { claims: Claims; expiresMs: number }>()

  // Almost every token has a header that we wrote: comparing its text finds the key without parsing.
  const kids = new Map<string, string>()

  function kidOf(token: string): string | undefined {
    const segment = token.slice(0, token.indexOf('.'))
    const known = kids.get(segment)
    if (known) return known
    const kid = readKid(segment, current.kid)
    if (kid && verifiers.access.has(kid) && kids.size < 100) kids.set(segment, kid)
    return kid
  }

  return {
    sign(kind, { userId, familyId, jti, secondFactor }, ttlS) {
      const signer = createSigner({
        key: current.secret,
        algorithm: ALGORITHM,
        kid: current.kid,
        iss: ISSUER,
        aud: audience(kind),
        expiresIn: ttlS * 1000,
      })
      // RFC 8176 names the methods.
      return signer({ sub: String(userId), fam: familyId, jti, ...(secondFactor && { amr: ['pwd', 'otp'] }) })
    },
    verify(kind, token) {
      const known = remembered.get(token)
      if (known && kind === 'access' && known.expiresMs > Date.now()) return known.claims
      const verify = verifiers[kind].get(kidOf(token) ?? '')
      if (!verify) throw invalidToken()
      const { expiresMs, ...claims } = readClaims(check(verify, token))
      if (expiresMs < Date.now()) throw new AppError('TOKEN_EXPIRED', `The ${kind} token has expired.`)
      if (kind === 'access') {
        if (remembered.size >= TOKENS_REMEMBERED) remembered.clear()
        remembered.set(token, { claims, expiresMs })
      }
      return claims
    },
  }
}

export function invalidToken(): AppError {
  return new AppError('INVALID_TOKEN', 'The token is not valid. Log in again.')
}

function check(verify: ReturnType<typeof verifier>, token: string): RawClaims {
  try {
    return verify(token)
  } catch {
    throw invalidToken()
  }
}

/** Another holder of the secret could sign anything, so every claim is checked before a query uses it. */
function readClaims({ sub, fam, jti, exp, amr }: RawClaims): Claims & { expiresMs: number } {
  const userId = typeof sub === 'string' && /^\d+$/.test(sub) ? Number(sub) : Number.NaN
  if (!Number.isSafeInteger(userId) || !Number.isSafeInteger(fam) || typeof jti !== 'string') {
    throw invalidToken()
  }
  if (typeof exp !== 'number') throw invalidToken()
  const secondFactor = Array.isArray(amr) && amr.includes('otp')
  return { userId, familyId: fam as number, jti, secondFactor, expiresMs: exp * 1000 }
}

function verifier(secret: string, kind: Kind) {
  return createVerifier({
    key: secret,
    algorithms: [ALGORITHM],
    allowedIss: ISSUER,
    allowedAud: audience(kind),
    // A missing issuer or audience would pass the two checks above.
    requiredClaims: ['iss', 'aud', 'sub', 'fam', 'jti', 'iat', 'exp'],
    // The library checks expiry before the audience; a token of the other kind is invalid, not expired.
    ignoreExpiration: true,
  })
}

function audience(kind: Kind): string {
  return `transom:${kind}`
}

/** Returns an id of a secret that does not reveal it. */
export function keyId(secret: string): string {
  return createHash('sha256').update(`transom key id\n${secret}`).digest('base64url').slice(0, 12)
}

function readKid(segment: string, fallback: string): string | undefined {
  try {
    const header = JSON.parse(Buffer.from(segment, 'base64url').toString('utf8')) as {
      alg?: unknown
      kid?: unknown
    }
    if (header?.alg !== ALGORITHM) return undefined
    return header.kid === undefined ? fallback : typeof header.kid === 'string' ? header.kid : undefined
  } catch {
    return undefined
  }
}
