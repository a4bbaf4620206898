import type { TargetRules } from '../../platform/outgoing/target.ts'
import { type EndpointEntry, findEndpointIssues, saveEndpoints } from '../events/index.ts'
import { type Entry, type Run, reportRows } from './apply-context.ts'
import type { EntryRules } from './read-entries.ts'
import type { References } from './references.ts'

const LIST = 'event_endpoints'

export function endpointRules(targets: TargetRules): EntryRules {
  return { inspect: (entry) => findEndpointIssues(entry, targets) }
}

/** Creates and changes the event endpoints. Returns each entry's; undefined where it is invalid. */
export async function applyEventEndpoints(
  run: Run,
  entries: readonly Entry<Partial<EndpointEntry>>[],
  brands: References,
) {
  const readable = entries.filter(({ value }) => value.url !== undefined)
  const inputs = readable.map(({ position, value }) => {
    const { brands: slugs, event_types, url = '', ...fields } = value
    return {
      ...fields,
      url,
      ...(event_types && { event_types: event_types.filter((type) => type !== undefined) }),
      brandIds: brands.resolveAll(slugs, `${LIST}[${position}].brands`, run.issues),
    }
  })
  const { endpoints, issues } = await saveEndpoints(run, run.trx, inputs)
  reportRows(run, LIST, readable, issues)
  return endpoints
}
