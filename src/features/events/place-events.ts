import type { Db } from '../../platform/db/db.ts'
import { givePlaces, isAnyUnplaced } from './queries/event-queries.ts'

const PAGE = 1_000

/**
 * Gives all committed events their places in the feed: docs/decisions/0028-events.md. A place becomes visible after all
 * lower ones, as one transaction at a time gives them.
 */
export async function placeEvents(db: Db): Promise<void> {
  while (await isAnyUnplaced(db.read)) {
    const placed = await db.write(async (trx) => {
      await db.lock(trx, 'events.place')
      return givePlaces(trx, PAGE)
    })
    if (placed < PAGE) return
  }
}
