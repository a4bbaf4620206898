import type { Reader } from '../../platform/db/db.ts'
import { milesBetween } from '../../platform/haversine.ts'
import type { RowNote } from '../../platform/imports/csv-file.ts'
import { countryFromText } from '../../platform/validate.ts'
import { findDealerIds, listCodesAtZero, type Places, toCode } from '../dealers/index.ts'
import type { DealerRow } from './dealer-rows.ts'
import type { Line } from './options.ts'

/** Miles: wider than any postal code with dealers. */
const FAR_MILES = 500

/** Returns notes on valid rows that most likely contain a mistake. */
export async function noteDoubtful(
  reader: Reader,
  lines: readonly Line<DealerRow>[],
  { locateAll }: Pick<Places, 'locateAll'>,
  brandId: number,
): Promise<RowNote[]> {
  return [...(await noteLostZeros(reader, lines, brandId)), ...(await noteFarPoints(lines, locateAll))]
}

/** Returns notes on new codes that are one of the brand's without its leading zeros: spreadsheets drop them. */
async function noteLostZeros(
  reader: Reader,
  lines: readonly Line<DealerRow>[],
  brandId: number,
): Promise<RowNote[]> {
  const codes = lines.map(({ input }) => (input.id === undefined ? input.dealer_code : undefined) ?? '')
  const named = new Set(codes)
  const stored = codes.some(isNumber) ? await listCodesAtZero(reader, brandId) : []
  const missing = stored.filter((code) => !named.has(code))
  const withZeros = new Map(missing.map((code) => [code.replace(/^0+/, ''), code]))
  const suspects = codes.filter((code) => isNumber(code) && withZeros.has(code))
  const known = await findDealerIds(reader, [...new Set(suspects)])
  return lines.flatMap(({ line }, row) => {
    const code = codes[row]!
    if (!isNumber(code) || !withZeros.has(code) || known.has(code)) return []
    const message = `Dealer code "${code}" is new, and ${withZeros.get(code)} is not in the file. Write ${withZeros.get(code)} if a spreadsheet dropped its zeros.`
    return { line, field: 'dealer_code', message }
  })
}

function isNumber(code: string): boolean {
  return /^[1-9]\d*$/.test(code)
}

/** Returns notes on coordinates far from their postal code: swapped, or without their minus. */
async function noteFarPoints(
  lines: readonly Line<DealerRow>[],
  locateAll: Places['locateAll'],
): Promise<RowNote[]> {
  const given = lines.flatMap(({ line, input: { point, country: name = '', postal_code = '' } }) => {
    const country = countryFromText(name)
    const code = country && toCode(country, postal_code)
    return point && code ? { line, point, country, code } : []
  })
  const notes: RowNote[] = []
  for (const [country, some] of Map.groupBy(given, (row) => row.country)) {
    const places = await locateAll(country, [...new Set(some.map(({ code }) => code))])
    for (const { line, point, code } of some) {
      const place = places.get(code)
      const miles = place ? milesBetween(point, place) : 0
      if (miles < FAR_MILES) continue
      const message = `Latitude and longitude are ${Math.round(miles)} miles from ${code}. Are they swapped, or is a minus missing?`
      notes.push({ line, field: 'latitude', message })
    }
  }
  return notes
}
