import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Point, PostalCodes } from '../../postal-codes/index.ts'
import { type DealerInput, type FindPoint, toCode } from './dealer-record.ts'
import { followsCode, isPlaced, mergeDealer } from './merge-dealer.ts'
import { matchDealers } from './save-dealers.ts'
import { hasStaleCoordinates } from './stale-coordinates.ts'

/** Where postal codes are. `locate` may ask a service elsewhere. */
export type Places = Pick<PostalCodes, 'locate' | 'locateAll'>

interface Wanted {
  country: string
  code: string
  /** A dealer has no point for it yet, so that a service may be asked. */
  ask: boolean
}

/**
 * Looks up the postal codes of the dealers that have no point of their own, or leave it behind, each once. Slow
 * where a service is asked, so it comes before the transaction; one is asked only for dealers that have no point for
 * their code yet.
 * Of a code that cannot be looked up now the answer is undefined.
 */
export async function lookUpPoints(
  reader: Reader,
  inputs: readonly DealerInput[],
  places: Places,
): Promise<FindPoint> {
  const wanted = await listWanted(reader, inputs)
  const points = new Map<string, Point | null>()
  const outOfReach = new Set<string>()
  for (const [country, some] of Map.groupBy(wanted, (want) => want.country)) {
    const codes = some.map((want) => want.code)
    for (const [code, point] of await places.locateAll(country, codes))
      points.set(`${country} ${code}`, point)
  }
  for (const { country, code, ask } of wanted) {
    if (!ask || points.has(`${country} ${code}`) || outOfReach.has(country)) continue
    try {
      points.set(`${country} ${code}`, await places.locate(country, code))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'GEOCODER_UNAVAILABLE') throw error
      outOfReach.add(country)
    }
  }
  return (country, postalCode) => {
    const code = toCode(country, postalCode)
    const point = points.get(`${country} ${code}`)
    return point === undefined && (code === null || !outOfReach.has(country)) ? null : point
  }
}

/** The postal codes at which dealers stand, each once. */
async function listWanted(reader: Reader, inputs: readonly DealerInput[]): Promise<Wanted[]> {
  const wanted = new Map<string, Wanted>()
  const without = inputs.filter((input) => input.point === undefined)
  const { matches } = await matchDealers(reader, without)
  for (const [row, input] of without.entries()) {
    const stored = matches[row]
    const next = mergeDealer(input, stored, () => null)
    const country = next.country_code
    const follows = followsCode(input, stored)
    if (country === null || !(follows || hasStaleCoordinates(input, stored, next))) continue
    const code = toCode(country, next.postal_code)
    if (code === null) continue
    const key = `${country} ${code}`
    const ask = wanted.get(key)?.ask || (follows && !isPlaced(stored, next))
    wanted.set(key, { country, code, ask })
  }
  return [...wanted.values()]
}
