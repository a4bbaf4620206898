import type { Static } from 'typebox'
import { AppError, type Issue } from '../../platform/errors.ts'
import { parseJson } from '../../platform/json.ts'
import { suggest } from '../../platform/references.ts'
import type { NewToken, NewUser } from '../access/index.ts'
import type { BrandContext, BrandFields } from '../brands/index.ts'
import type { DealerFields } from '../dealers/index.ts'
import type { EndpointEntry } from '../events/index.ts'
import { tokenRules, userRules } from './apply-access.ts'
import { brandRules } from './apply-brands.ts'
import { dealerRules, type GroupEntry, groupRules } from './apply-dealers.ts'
import { endpointRules } from './apply-event-endpoints.ts'
import { type TerritoryEntry, territoryRules } from './apply-territories.ts'
import { readEntries } from './read-entries.ts'

export type SetupDocument = ReturnType<typeof readDocument>

/** Returns what can be read of the file, everything that is wrong with it by itself, and the names in it. */
export function readDocument(bytes: Buffer, ctx: Pick<BrandContext, 'targets' | 'recordPaths'>) {
  const root = parse(bytes)
  const issues: Issue[] = []
  const read = <T>(name: keyof typeof rules) => readEntries<T>(name, root[name] ?? [], rules[name], issues)
  const rules = {
    brands: brandRules(ctx),
    dealer_groups: groupRules,
    dealers: dealerRules,
    territories: territoryRules,
    api_users: userRules,
    api_tokens: tokenRules,
    event_endpoints: endpointRules(ctx.targets),
  }
  const document = {
    brands: read<BrandFields>('brands'),
    groups: read<Static<typeof GroupEntry>>('dealer_groups'),
    dealers: read<DealerFields>('dealers'),
    territories: read<Static<typeof TerritoryEntry>>('territories'),
    users: read<NewUser>('api_users'),
    tokens: read<NewToken>('api_tokens'),
    endpoints: read<EndpointEntry>('event_endpoints'),
  }
  const lists = Object.keys(rules)
  for (const name of Object.keys(root).filter((name) => !lists.includes(name))) {
    const message = `There is no list "${name}" here.${suggest(name, lists)} The lists are ${lists.join(', ')}.`
    issues.push({ field: name, message })
  }
  const named = {
    brands: valuesOf(root.brands, 'slug'),
    groups: valuesOf(keptOf(root.dealer_groups), 'id'),
    dealers: valuesOf(root.dealers, 'dealer_code'),
  }
  return { ...document, named, issues }
}

/** Returns the entries of a list that are not to be deleted. */
function keptOf(entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries
  return entries.filter((entry) => (entry as { delete?: unknown } | null)?.delete !== true)
}

/** Returns the values of a field in the entries of a list, invalid entries included. */
function valuesOf(entries: unknown, field: string): Set<unknown> {
  if (!Array.isArray(entries)) return new Set()
  return new Set(
    entries.map((entry) => {
      const value = (entry as Record<string, unknown> | null)?.[field]
      return typeof value === 'string' ? value.trim() : value
    }),
  )
}

function parse(bytes: Buffer): Record<string, unknown> {
  const root = parseJson(bytes, 'The file')
  if (typeof root === 'object' && root !== null && !Array.isArray(root)) {
    return root as Record<string, unknown>
  }
  throw new AppError(
    'INVALID_JSON',
    'The file must contain a JSON object with lists such as "brands" and "dealers".',
  )
}
