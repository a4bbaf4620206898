import { randomBytes } from 'node:crypto'
import type { Clock, Micros } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { hasAdministrator } from '../save-queries.ts'
import { digestToken } from '../tokens/digest-token.ts'
import * as queries from './queries.ts'

/** Three times the interval of renewals: another process takes over from one that was killed. */
const LEASE: Micros = 45_000_000
/** An embedded database has one server, whose next start makes another link. */
const FOREVER: Micros = 100 * 365 * 86_400_000_000

/** One process's offer to make the first administrator. */
export interface SetUpOffer {
  /** Offers the link or keeps it valid, while there is no administrator. Call it every 15 seconds. */
  renew(): Promise<void>
  /** Makes the link invalid. */
  withdraw(): Promise<void>
}

/**
 * Offers a one-time link while there is no administrator. Of several processes one has the link; only its digest is
 * stored. A new start makes a new one.
 * @param announce shows the link's path, once
 */
export function createSetUpOffer(
  { db, clock }: { db: Db; clock: Clock },
  announce: (path: string) => void,
): SetUpOffer {
  const token = randomBytes(32).toString('base64url')
  const tokenHash = digestToken(token)
  const embedded = db.dialect === 'sqlite'
  let announced = false
  let over = false

  async function claim(): Promise<boolean> {
    return db.write(async (trx) => {
      await db.lock(trx, 'setup-link')
      const link = await queries.findSetUpLink(trx)
      const now = clock.now()
      const isOthers = link !== undefined && link.token_hash !== tokenHash && link.expires_at > now
      if (isOthers && !embedded) return false
      await queries.replaceSetUpLink(trx, {
        token_hash: tokenHash,
        expires_at: now + (embedded ? FOREVER : LEASE),
      })
      return true
    })
  }

  return {
    async renew() {
      if (over) return
      over = await hasAdministrator(db.read)
      if (over || (announced && embedded)) return
      if (!(await claim()) || announced) return
      announced = true
      announce(`/console/setup#${token}`)
    },
    async withdraw() {
      if (announced && !over) await db.write((trx) => queries.deleteSetUpLink(trx, tokenHash))
    },
  }
}
