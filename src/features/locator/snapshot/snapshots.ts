import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Cached, cached, prefetch } from '../../../platform/db/cached.ts'
import type { Db, Reader } from '../../../platform/db/db.ts'
import { createSemaphore } from '../../../platform/semaphore.ts'
import { DEALERS } from '../../dealers/index.ts'
import * as queries from '../queries.ts'
import { type Snapshot, SnapshotBuilder } from './snapshot.ts'

const PAGE = 1_000

/** Each brand's snapshot, loaded when it is first asked for and cached. */
export interface Snapshots {
  /** Returns the brand's snapshot; while a change is being loaded, the one before. A promise only the first time. */
  of(brandId: number): Snapshot | Promise<Snapshot>
  /** Returns the brand's snapshot with the last change of this process. */
  fresh(brandId: number): Snapshot | Promise<Snapshot>
  /** Loads what has changed; to be called a few times a second. */
  refresh(): void
}

export function createSnapshots(db: Db): Snapshots {
  const byBrand = new Map<number, Cached<Snapshot>>()
  // Loading takes long: two loads would leave no connection for others' snapshots.
  const semaphore = createSemaphore({ concurrency: 1 })
  const oneAtATime: Db = { ...db, snapshot: (work) => semaphore(() => db.snapshot(work)) }

  function cachedSnapshot(brandId: number): Cached<Snapshot> {
    let snapshot = byBrand.get(brandId)
    if (!snapshot) {
      snapshot = cached(oneAtATime, DEALERS, (reader) => load(reader, brandId))
      byBrand.set(brandId, snapshot)
    }
    return snapshot
  }

  return {
    of: (brandId) => cachedSnapshot(brandId).getStale(),
    fresh: (brandId) => cachedSnapshot(brandId).getFresh(),
    refresh() {
      for (const snapshot of byBrand.values()) prefetch(snapshot)
    },
  }
}

async function load(reader: Reader, brandId: number): Promise<Snapshot> {
  const builder = new SnapshotBuilder({
    slug: await queries.findSlug(reader, brandId),
    fallback_dealer: await queries.findFallbackDealer(reader, brandId),
  })
  let afterId = 0
  for (;;) {
    const page = await queries.listDealers(reader, { brandId, afterId, limit: PAGE })
    for (const dealer of page) builder.add(dealer)
    const last = page.at(-1)
    if (page.length < PAGE || !last) break
    afterId = last.id
    // Embedded, reading a hundred thousand dealers keeps the event loop busy: requests go in between.
    await nextTurn()
  }
  return builder.finish(await queries.listTerritories(reader, brandId))
}
