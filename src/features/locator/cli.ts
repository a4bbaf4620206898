import type { Command } from 'commander'
import { readCountry } from '../../platform/cli/country.ts'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples } from '../../platform/cli/options.ts'
import { describeRecord, type Output, tabulate } from '../../platform/cli/output.ts'
import { AppError, Invalid } from '../../platform/errors.ts'
import { postalCountryOf } from '../../platform/postal-country.ts'
import { pickBrand } from '../brands/index.ts'
import { textOf } from './byte-text.ts'
import type { LocatorContext } from './context.ts'
import { explainLocation } from './operations/explain-location.ts'
import { locateDealers } from './operations/locate-dealers.ts'
import type { NotListed } from './response/not-listed.ts'

interface Flags {
  brand: string
  postal: string
  country: string
  limit?: string
  maxDistance?: string
  explain?: boolean
  json?: boolean
}

interface Explained {
  dealers: {
    id: number
    name: string
    city: string
    state: string
    distance_miles: number
    match_type: string
    reason: string
  }[]
  origin_located?: false
  explain: { territory: { postal_code: string; dealer_id: number; fault: string | null } | null }
  not_listed?: NotListed[]
}

/** Adds `locate`, which shows what GET /dealer-locator responds with, to a program. */
export function registerLocateCommand(
  program: Command,
  withLocator: Opened<LocatorContext>,
  { print }: Output,
): void {
  const command = program
    .command('locate')
    .description('List the dealers that the locator finds for a postal code')
    .requiredOption('--brand <brand>', 'Brand to find dealers of: slug or id')
    .requiredOption('--postal <code>', 'Postal code to search from')
    .option('--country <country>', 'Country of the postal code: code or English name', readCountry, 'US')
    .option('--limit <number>', 'List up to this many dealers (US and CA)')
    .option('--max-distance <miles>', 'List dealers within this many miles (US and CA)')
    .option('--explain', 'Explain why each dealer is listed, and why other nearby dealers are not')
    .option('--json', "Print the locator's response as JSON")
  addExamples(
    command,
    'transom locate --brand harbor-craft --postal 75067 --max-distance 50',
    'transom locate --brand harbor-craft --country CA --postal "K1A 0B1" --explain',
  ).action(async (flags: Flags) => {
    const body = await withLocator((ctx) => locate(ctx, flags))
    if (flags.json) return print(body)
    const { dealers, origin_located, explain, not_listed = [] } = JSON.parse(body) as Explained
    if (dealers.length === 0) print('No dealers.')
    else for (const line of tabulateDealers(dealers, flags.explain ?? false)) print(line)
    if (origin_located === false) print(`The postal code ${flags.postal} (${flags.country}) can't be placed.`)
    if (not_listed.length > 0)
      for (const line of ['', 'Not listed:', ...tabulateOthers(not_listed)]) print(line)
    if (flags.explain) for (const line of describeExplain(explain)) print(line)
  })
}

async function locate(ctx: LocatorContext, flags: Flags): Promise<string> {
  const { brand, postal, country, limit, maxDistance, explain, json } = flags
  const { slug } = pickBrand((await ctx.brands.getFresh()).byId.values(), brand)
  const query = { brand: slug, postal_code: postal, country, limit, max_distance_miles: maxDistance }
  try {
    const { body } = await locateDealers(ctx, { ...query, explain: explain || !json ? 'true' : undefined })
    if (!explain) return textOf(body)
    const { not_listed } = await explainLocation(ctx, query)
    return JSON.stringify({ ...JSON.parse(textOf(body)), not_listed })
  } catch (error) {
    throw error instanceof Invalid ? inWordsOfOptions(error, flags) : error
  }
}

/** The operation names the parameters of the interface, and the contract gives its sentences. */
function inWordsOfOptions(error: Invalid, { postal, country, limit, maxDistance }: Flags): AppError {
  const zip = postalCountryOf(country) === 'US' && /^\d{3,4}$/.test(postal) && postal.padStart(5, '0')
  const hint = zip ? ` Did you mean "${zip}"?` : ''
  const messages: Record<string, string> = {
    postal_code: `"${postal}" is not a postal code. ${error.message}.${hint}`,
    limit: `--limit must be a whole number from 1, not "${limit}".`,
    max_distance_miles: `--max-distance must be a number from 0, not "${maxDistance}".`,
  }
  return new AppError('VALIDATION_ERROR', messages[error.issues[0]?.field ?? ''] ?? error.message)
}

function tabulateDealers(dealers: Explained['dealers'], explained: boolean): string[] {
  const heading = ['miles', 'match', 'id', 'name', 'place']
  const rows = dealers.map(({ distance_miles, match_type, id, name, city, state, reason }) => [
    distance_miles.toFixed(2),
    match_type,
    id,
    name,
    [city, state].filter(Boolean).join(', '),
    ...(explained ? [reason] : []),
  ])
  return tabulate(explained ? [...heading, 'reason'] : heading, rows)
}

function tabulateOthers(others: NotListed[]): string[] {
  return tabulate(
    ['miles', 'id', 'name', 'place', 'reason'],
    others.map(({ distance_miles, id, name, city, state, reason }) => [
      distance_miles?.toFixed(2) ?? '',
      id,
      name,
      [city, state].filter(Boolean).join(', '),
      reason,
    ]),
  )
}

function describeExplain({ territory, ...place }: Explained['explain']): string[] {
  const assigned = territory && `${territory.postal_code} to dealer ${territory.dealer_id}`
  const issue = territory?.fault ? `, which has no effect: ${territory.fault}` : ''
  return ['', ...describeRecord({ ...place, territory: assigned && assigned + issue })]
}
