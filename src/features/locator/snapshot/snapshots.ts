import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Cached, cached, prefetch } from '../../../platform/db/cached.ts'
import type { Db, Reader } from '../../../platform/db/db.ts'
import { createSemaphore } from '../../../platform/semaphore.ts'
import { DEALERS } from '../../dealers/index.ts'
import * as queries from '../queries.ts'
import type { TerritoryRow } from './rows.ts'
import { type Snapshot, SnapshotBuilder } from './snapshot.ts'

/** A hundred thousand dealers take a second. Requests wait for a step of this length at most. */
const STEP_MS = 1
const DEALERS_PAGE = 100
const TERRITORIES_PAGE = 500

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
  const steps = build(reader, brandId)
  for (let since = performance.now(); ; ) {
    const { done, value } = await steps.next()
    if (done) return value
    if (performance.now() - since < STEP_MS) continue
    await nextTurn()
    since = performance.now()
  }
}

/** Builds a brand's snapshot in steps. */
async function* build(reader: Reader, brandId: number): AsyncGenerator<void, Snapshot> {
  const builder = new SnapshotBuilder({
    slug: await queries.findSlug(reader, brandId),
    fallback_dealer: await queries.findFallbackDealer(reader, brandId),
  })
  for (let afterId = 0; ; ) {
    const page = await queries.listDealers(reader, { brandId, afterId, limit: DEALERS_PAGE })
    for (const dealer of page) builder.addDealer(dealer)
    yield
    if (page.length < DEALERS_PAGE) break
    afterId = page.at(-1)!.id
  }
  for (let after: TerritoryRow | undefined; ; ) {
    const page = await queries.listTerritories(reader, { brandId, after, limit: TERRITORIES_PAGE })
    for (const territory of page) builder.addTerritory(territory)
    yield
    if (page.length < TERRITORIES_PAGE) break
    after = page.at(-1)
  }
  return yield* builder.finish()
}
