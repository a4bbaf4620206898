import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Point, PostalCodes } from '../../postal-codes/index.ts'
import { type DealerInput, type FindPoint, toCode } from './dealer-record.ts'
import { followsCode, hasStaleCoordinates, isPlaced, mergeDealer } from './merge-dealer.ts'
import { matchDealers } from './save-dealers.ts'

/** Finds the coordinates of postal codes. `locate` may ask a geocoding service. */
export type Places = Pick<PostalCodes, 'locate' | 'locateAll'>

interface Wanted {
  country: string
  code: string
  /** A dealer has no coordinates for it yet, so that a service may be asked. */
  ask: boolean
}

/**
 * Looks up the postal codes of dealers without coordinates of their own, or whose own are stale, each once. Call it
 * before the transaction: a geocoding service is slow. It is asked only for dealers without coordinates for their code.
 * Codes that could not be asked for return undefined.
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

/** Returns the postal codes of the dealers, each once. */
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
