import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { normalizePostalCode, type Point } from '../../postal-codes/index.ts'
import type { DealerInput, FindPoint } from './dealer-record.ts'
import { mergeDealer, needsPoint } from './merge-dealer.ts'
import { matchDealers } from './save-dealers.ts'

/** Where a postal code is. May ask a service elsewhere; GEOCODER_UNAVAILABLE when it cannot be reached. */
export type Locate = (country: string, code: string) => Promise<Point | null>

/**
 * Looks up the postal codes of the dealers that have no point of their own, each once. Slow where a service is
 * asked, so it comes before the transaction. A code that cannot be looked up now counts as unknown.
 */
export async function lookUpPoints(
  reader: Reader,
  inputs: readonly DealerInput[],
  locate: Locate,
): Promise<FindPoint> {
  const points = new Map<string, Point | null>()
  const outOfReach = new Set<string>()
  const without = inputs.filter((input) => input.point === undefined)
  const { matches } = await matchDealers(reader, without)
  for (const [row, input] of without.entries()) {
    const next = mergeDealer(input, matches[row], () => null)
    const country = next.country_code
    if (country === null || !needsPoint(input, matches[row], next)) continue
    const code = toCode(country, next.postal_code)
    if (code === null || points.has(`${country} ${code}`) || outOfReach.has(country)) continue
    try {
      points.set(`${country} ${code}`, await locate(country, code))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'GEOCODER_UNAVAILABLE') throw error
      outOfReach.add(country)
    }
  }
  return (country, postalCode) => points.get(`${country} ${toCode(country, postalCode)}`) ?? null
}

function toCode(country: string, postalCode: string): string | null {
  const [, zip] = country === 'US' ? (/^([0-9]{5})-?[0-9]{4}$/.exec(postalCode) ?? []) : []
  const normal = normalizePostalCode(country, zip ?? postalCode)
  return 'code' in normal ? normal.code : null
}
