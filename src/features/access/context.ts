import type { Clock } from '../../platform/clock.ts'
import type { Cached } from '../../platform/db/cached.ts'
import type { Db } from '../../platform/db/db.ts'
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
