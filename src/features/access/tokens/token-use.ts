import type { Clock, Micros } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as queries from './token-use-queries.ts'

const PAUSE_US = 60_000_000

/** When API tokens were last used. */
export interface TokenUse {
  /** Takes note of a use, in memory. */
  note(tokenId: number): void
  /**
   * Writes the uses noted, of each token once a minute; with `all`, those too that would wait. To be called about
   * once a second. Throws what the database throws, and tries again a minute later.
   */
  write(options?: { all: boolean }): Promise<void>
}

/** A use is no change of what a token may do: nobody loads anything anew for it. */
export function trackTokenUse({ db, clock }: { db: Db; clock: Clock }): TokenUse {
  // Looking at the clock is left to `write`: tens of thousands of requests a second pass here.
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
      // What was used again meanwhile waits for its next turn.
      for (const [id, at] of due) if (unwritten.get(id) === at) unwritten.delete(id)
    },
  }
}
