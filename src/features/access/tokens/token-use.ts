import type { Clock, Micros } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as queries from './token-use-queries.ts'

const PAUSE_US = 60_000_000

/** When API tokens were last used. */
export interface TokenUse {
  /** Records a use in memory. */
  note(tokenId: number): void
  /**
   * Writes the recorded uses, of each token once a minute; with `all`, all of them. Call it about once a second.
   * Throws what the database throws, and tries again a minute later.
   */
  write(options?: { all: boolean }): Promise<void>
}

/** A use does not change a token's access, so it does not invalidate the cache. */
export function trackTokenUse({ db, clock }: { db: Db; clock: Clock }): TokenUse {
  // `write` reads the clock instead: this runs for tens of thousands of requests a second.
  const used = new Set<number>()
  const unwritten = new Map<number, Micros>()
  const writtenAt = new Map<number, Micros>()

  return {
    note(tokenId) {
      used.add(tokenId)
    },
    async write({ all } = { all: false }) {
      const now = clock.now()
      for (const id of used) unwritten.set(id, now)
      used.clear()
      const due = [...unwritten].filter(([id]) => all || now - (writtenAt.get(id) ?? 0) >= PAUSE_US)
      if (due.length === 0) return
      for (const [id] of due) writtenAt.set(id, now)
      await db.write((trx) => queries.updateLastUsed(trx, due))
      // A token that was used again meanwhile is written the next time.
      for (const [id, at] of due) if (unwritten.get(id) === at) unwritten.delete(id)
    },
  }
}
