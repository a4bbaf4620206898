import type { Reader } from '../../platform/db/db.ts'
import { milesBetween } from '../../platform/haversine.ts'
import type { RowNote } from '../../platform/imports/csv-file.ts'
import { countryFromText } from '../../platform/validate.ts'
import { findDealerIds, listCodesAtZero, type Places, toCode } from '../dealers/index.ts'
import type { DealerRow } from './dealer-rows.ts'

type Line = DealerRow & { line: number }

/** No postal code that dealers are in is as wide. */
const FAR_MILES = 500

/** Tells of rows that were read well, and most likely say something that nobody meant. */
export async function noteDoubtful(
  reader: Reader,
  lines: readonly Line[],
  { locateAll }: Pick<Places, 'locateAll'>,
  brandId: number,
): Promise<RowNote[]> {
  return [...(await noteLostZeros(reader, lines, brandId)), ...(await noteFarPoints(lines, locateAll))]
}

/** Codes that nobody has, and that one of the brand's is with zeros before it: spreadsheets drop them. */
async function noteLostZeros(reader: Reader, lines: readonly Line[], brandId: number): Promise<RowNote[]> {
  const codes = lines.map(({ input }) => (input.id === undefined ? input.dealer_code : undefined) ?? '')
  const named = new Set(codes)
  const stored = codes.some(isNumber) ? await listCodesAtZero(reader, brandId) : []
  const missing = stored.filter((code) => !named.has(code))
  const whole = new Map(missing.map((code) => [code.replace(/^0+/, ''), code]))
  const suspects = codes.filter((code) => isNumber(code) && whole.has(code))
  const known = await findDealerIds(reader, [...new Set(suspects)])
  return lines.flatMap(({ line }, row) => {
    const code = codes[row]!
    if (!isNumber(code) || !whole.has(code) || known.has(code)) return []
    const message = `Dealer code "${code}" is new, and ${whole.get(code)} is not in the file. Write ${whole.get(code)} if a spreadsheet dropped its zeros.`
    return { line, message }
  })
}

function isNumber(code: string): boolean {
  return /^[1-9]\d*$/.test(code)
}

/** Points far from their postal code: swapped coordinates, or a lost minus. */
async function noteFarPoints(lines: readonly Line[], locateAll: Places['locateAll']): Promise<RowNote[]> {
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
      notes.push({ line, message })
    }
  }
  return notes
}
