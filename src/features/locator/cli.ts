import type { Command } from 'commander'
import type { Opened } from '../../platform/cli/opened.ts'
import { addExamples } from '../../platform/cli/options.ts'
import { describeRecord, type Output } from '../../platform/cli/output.ts'
import type { AnsweredDealer } from './engine/locator.ts'
import { readLocateQuery } from './locate-query.ts'
import { type LocatorContext, locateForAdministrator } from './operations/locate-dealers.ts'

interface Flags {
  brand: string
  postal: string
  country: string
  limit?: string
  maxDistance?: string
  explain?: boolean
  json?: boolean
}

interface Row extends AnsweredDealer {
  name: string
  city: string
  state: string
  distance_miles: number
  match_type: string
  reason: string
}

interface Grounds {
  territory: { postal_code: string; dealer_id: number; fault: string | null } | null
}

/** Adds `locate`, which asks what GET /dealer-locator would answer, to a program. */
export function registerLocateCommand(
  program: Command,
  withLocator: Opened<LocatorContext>,
  { print }: Output,
): void {
  const command = program
    .command('locate')
    .description('the dealers that the locator names for a postal code')
    .requiredOption('--brand <slug>', 'the brand')
    .requiredOption('--postal <code>', 'the postal code')
    .option('--country <code>', 'ISO 3166-1 alpha-2', 'US')
    .option('--limit <number>', 'at most so many (US and CA)')
    .option('--max-distance <miles>', 'within so many miles (US and CA)')
    .option('--explain', 'say why each dealer is there')
    .option('--json', 'the answer as it goes over the wire')
  addExamples(
    command,
    'transom locate --brand harbor-craft --postal 75067 --max-distance 50',
    'transom locate --brand harbor-craft --country CA --postal "K1A 0B1" --explain',
  ).action(async (flags: Flags) => {
    const query = readLocateQuery({
      brand: flags.brand,
      postal_code: flags.postal,
      country: flags.country,
      limit: flags.limit,
      max_distance_miles: flags.maxDistance,
      explain: flags.explain || !flags.json ? 'true' : undefined,
    })
    const body = await withLocator((ctx) => locateForAdministrator(ctx, query))
    if (flags.json) return print(body)
    const { dealers, explain } = JSON.parse(body) as { dealers: Row[]; explain: Grounds }
    for (const line of tabulate(dealers, flags.explain ?? false)) print(line)
    if (flags.explain) for (const line of describeGrounds(explain)) print(line)
  })
}

function tabulate(dealers: Row[], explained: boolean): string[] {
  if (dealers.length === 0) return ['No dealer.']
  return dealers.map((dealer) => {
    const place = [dealer.city, dealer.state].filter(Boolean).join(', ')
    const line = `${dealer.distance_miles.toFixed(2).padStart(9)} mi  ${dealer.match_type.padEnd(13)}  ${dealer.id}  ${dealer.name}  ${place}`
    return explained ? `${line}\n${' '.repeat(14)}${dealer.reason}` : line
  })
}

function describeGrounds({ territory, ...place }: Grounds): string[] {
  const assigned = territory && `${territory.postal_code} to dealer ${territory.dealer_id}`
  const fault = territory?.fault ? `, which counts for nothing: ${territory.fault}` : ''
  return ['', ...describeRecord({ ...place, territory: assigned && assigned + fault })]
}
