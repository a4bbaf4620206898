import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/db.ts'
import { apply } from '../setup/apply.test-support.ts'
import type { AccessContext } from './context.ts'
import { createAccessCache, createRevokedFamilyCache } from './directory.ts'
import { createLoginThrottle } from './sessions/login-throttle.ts'
import { createTokenSigner } from './sessions/token-signer.ts'
import { trackTokenUse } from './tokens/token-use.ts'

/** Makes users and tokens that no other test has; the brands are harbor-craft (1) and northwind (2). */
export function makeOwn(db: Db) {
  const set = (file: object) =>
    apply(db, {
      brands: [
        { id: 1, slug: 'harbor-craft', name: 'Harbor Craft' },
        { id: 2, slug: 'northwind', name: 'Northwind' },
      ],
      ...file,
    })
  return {
    async user(): Promise<string> {
      const email = `user-${randomBytes(6).toString('hex')}@example.com`
      const grants = { brands: ['harbor-craft'], permissions: ['warranty:*'] }
      await set({ api_users: [{ email, password: 'a password', ...grants }] })
      return email
    },
    async token(): Promise<string> {
      const name = `token-${randomBytes(6).toString('hex')}`
      await set({ api_tokens: [{ name, brands: ['harbor-craft'], scopes: ['dealer-locator'] }] })
      return name
    },
  }
}

/** Services for tests of logins. `limit` is the number of logins a minute; 0 means no limit. */
export function accessContext({ db, clock }: Pick<AccessContext, 'db' | 'clock'>, limit: number) {
  return {
    db,
    clock,
    accessTtlS: 3_600,
    tokenUse: trackTokenUse({ db, clock }),
    signer: createTokenSigner(['a secret of the tests with 32 bytes or more']),
    directory: createAccessCache(db),
    revokedFamilies: createRevokedFamilyCache(db, () => clock.now()),
    loginThrottle: createLoginThrottle({ db, clock }, limit),
  } satisfies AccessContext
}
