import { runSql } from '../acceptance/behind.ts'
import type { TestServer } from '../support/server.ts'

export const KINDS = ['dealers', 'territories'] as const
export type Kind = (typeof KINDS)[number]

/** Rows of a file: each version changes one half, and replaces the other. */
const HALF = 3_000
/** Makes uploads large enough to be interrupted. */
const PADDING = 'x'.repeat(500)

/** Versions of files whose rows all differ from those of every other version. */
export const FILES: Record<Kind, { csv(version: number): string; rows(version: number): string[] }> = {
  dealers: {
    csv(version) {
      const lines = codesOf(version).map(
        (code) => `${code},Boats ${version},1 Main St,Miami,FL,33101,US,25.78,-80.2,${PADDING}`,
      )
      return file('dealer_code,name,address,city,state,postal_code,country,latitude,longitude,notes', lines)
    },
    rows: (version) => codesOf(version).map((code) => `${code} Boats ${version}`),
  },
  territories: {
    csv(version) {
      const lines = territoriesOf(version).map(([postalCode, dealer]) => `${postalCode},${dealer},${PADDING}`)
      return file('postal_code,dealer_code,notes', lines)
    },
    rows: (version) => territoriesOf(version).map(([postalCode, dealer]) => `${postalCode} ${dealer}`),
  },
}

/** Returns what is stored of a brand, in the order of `rows`. */
export async function storedRows(server: TestServer, kind: Kind, brandId: number): Promise<string[]> {
  const sql =
    kind === 'dealers'
      ? `SELECT dealer_code || ' ' || name AS line FROM dealers
           JOIN dealer_brands ON dealer_id = id WHERE brand_id = ${brandId}`
      : `SELECT territories.postal_code || ' ' || dealer_code AS line FROM territories
           JOIN dealers ON dealer_id = id WHERE brand_id = ${brandId}`
  return (await runSql(server, sql)).map(({ line }) => String(line)).toSorted()
}

function codesOf(version: number): string[] {
  return numbers((i) => [`KEPT-${i}`, `ONLY-${version}-${i}`])
}

/** Codes of the version's own are above 20000; the dealer of the others is another one in each version. */
function territoriesOf(version: number): [postalCode: string, dealer: string][] {
  const dealer = (i: number) => `KEPT-${(i + version) % HALF}`
  const postalCodes = numbers((i) => [String(10_000 + i), String(20_000 + ((version * HALF + i) % 79_000))])
  return postalCodes.map((code) => [code, dealer(Number(code))])
}

function numbers(toTexts: (i: number) => string[]): string[] {
  return Array.from({ length: HALF }, (_, i) => toTexts(i))
    .flat()
    .toSorted()
}

function file(header: string, lines: string[]): string {
  return `${header}\n${lines.join('\n')}\n`
}
