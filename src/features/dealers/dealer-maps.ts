import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Cached, cached } from '../../platform/db/cached.ts'
import type { Db, Reader } from '../../platform/db/db.ts'
import { DEALERS } from './changes.ts'
import { type MapPoint, pageOfMap } from './queries/map-queries.ts'

/** A brand's dealers with coordinates, by id. */
interface DealerMap {
  all: readonly MapPoint[]
  active: readonly MapPoint[]
}

/** Each brand's dealers on the map, loaded when they are first asked for and cached. */
export type DealerMaps = (brandId: number) => DealerMap | Promise<DealerMap>

const PAGE = 1_000

export function createDealerMaps(db: Db): DealerMaps {
  const byBrand = new Map<number, Cached<DealerMap>>()
  return (brandId) => {
    const known = byBrand.get(brandId) ?? cached(db, DEALERS, (reader) => load(reader, brandId))
    byBrand.set(brandId, known)
    return known.getFresh()
  }
}

async function load(reader: Reader, brandId: number): Promise<DealerMap> {
  const points: MapPoint[] = []
  for (;;) {
    const page = await pageOfMap(reader, { brandId, afterId: points.at(-1)?.id ?? 0, limit: PAGE })
    for (const point of page) points.push(point)
    if (page.length < PAGE) return { all: points, active: points.filter(({ active }) => active !== false) }
    // Embedded, reading many dealers keeps the event loop busy: requests go in between.
    await nextTurn()
  }
}
