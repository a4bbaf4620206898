import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/db.ts'
import { apply } from '../setup/apply.test-support.ts'

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
