import type { Clock, Micros } from '../../platform/clock.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AccountMail } from './account-links/account-mail.ts'
import type { AccessDirectory } from './directory.ts'
import type { LoginThrottle } from './sessions/login-throttle.ts'
import type { TokenSigner } from './sessions/token-signer.ts'
import type { TokenUse } from './tokens/token-use.ts'

/** The context of the operations on sessions. */
export interface AccessContext {
  db: Db
  clock: Clock
  signer: TokenSigner
  tokenUse: TokenUse
  directory: Cached<AccessDirectory>
  revokedFamilies: Cached<ReadonlySet<number>>
  accessTtlS: number
  loginThrottle: LoginThrottle
}

/** The context of the operations on people's own accounts: signing in, passwords, second factors, links. */
export interface AccountContext extends AccessContext {
  /** True: users without a second factor may only set one up. */
  requireSecondFactor: boolean
  /** This server's address for browsers. */
  publicUrl: string | undefined
  /** Requests for other passwords in a minute from one address. 0: no limit. */
  resetsPerMinute: number
  /** Absent: links are handed over by an administrator. */
  mail: AccountMail | undefined
}

/** How the caller of a request has signed in: by a browser's session or by a family of tokens. */
export interface SignIn {
  userId: number
  browserSession?: number
  familyId?: number
  expiresAt: Micros | null
}
