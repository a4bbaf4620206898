import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Cached, cached, prefetch } from '../../platform/db/cached.ts'
import type { Db, Reader } from '../../platform/db/db.ts'
import { createSemaphore } from '../../platform/semaphore.ts'
import { DEALERS } from '../dealers/index.ts'
import { DirectoryBuilder } from './engine/directory.ts'
import { CurveOrder } from './engine/hilbert.ts'
import { createLocator, type Locator, type LocatorOptions } from './engine/locator.ts'
import * as queries from './queries.ts'

const PAGE = 1_000

/** Each brand's locator, made when it is first asked for, held in memory and kept true. */
export interface Directories {
  /** The brand's locator. While a change is being loaded, the one before. A promise only the first time. */
  of(brandId: number): Locator | Promise<Locator>
  /** Loads what has changed; to be called a few times a second. */
  refresh(): void
}

/** The memory for remembered selections is each brand's. */
export function createDirectories(db: Db, options: LocatorOptions): Directories {
  const byBrand = new Map<number, Cached<Locator>>()
  // They take long: two at a time would leave nothing to others' snapshots.
  const turns = createSemaphore({ concurrency: 1 })
  const inTurns: Db = { ...db, snapshot: (work) => turns(() => db.snapshot(work)) }

  function holdOf(brandId: number): Cached<Locator> {
    let hold = byBrand.get(brandId)
    if (!hold) {
      hold = cached(inTurns, DEALERS, (reader) => load(reader, brandId, options))
      byBrand.set(brandId, hold)
    }
    return hold
  }

  return {
    of: (brandId) => holdOf(brandId).getStale(),
    refresh() {
      for (const hold of byBrand.values()) prefetch(hold)
    },
  }
}

async function load(reader: Reader, brandId: number, options: LocatorOptions): Promise<Locator> {
  const slug = await queries.slugOf(reader, brandId)
  const builder = new DirectoryBuilder({
    slug,
    fallback_dealer: await queries.findFallbackDealer(reader, brandId),
  })
  const ids = await idsInOrder(reader, brandId)
  for (let start = 0; start < ids.length; start += PAGE) {
    for (const dealer of await queries.dealersById(reader, ids.slice(start, start + PAGE)))
      builder.add(dealer)
    // Embedded, reading a hundred thousand dealers keeps the event loop busy: requests go in between.
    await nextTurn()
  }
  return createLocator(builder.finish(await queries.territoriesOf(reader, brandId)), options)
}

async function idsInOrder(reader: Reader, brandId: number): Promise<number[]> {
  const order = new CurveOrder()
  let afterId = 0
  for (;;) {
    const page = await queries.pageOfPlaces(reader, { brandId, afterId, limit: PAGE })
    for (const place of page) order.add(place)
    const last = page.at(-1)
    if (page.length < PAGE || !last) return order.ids()
    afterId = last.id
    await nextTurn()
  }
}
