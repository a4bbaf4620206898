import { bulkInsert } from '../../../platform/db/bulk-insert.ts'
import { compiledQuery } from '../../../platform/db/compiled-query.ts'
import type { Reader } from '../../../platform/db/db.ts'

/** Inserts events. Returns all but their data, in any order. */
export const insertEvents = bulkInsert(
  'events',
  { brand_id: 'number', type: 'text', subject: 'text', data: 'text', created_at: 'number' },
  ['id', 'brand_id', 'type', 'subject', 'created_at'],
)

const listening = compiledQuery((reader, _: Record<never, never>) =>
  reader
    .selectFrom('event_endpoints')
    .innerJoin('event_endpoint_brands', 'endpoint_id', 'event_endpoints.id')
    .select(['event_endpoints.id', 'event_types', 'brand_id'])
    .where('active', '=', true)
    .orderBy('event_endpoints.id'),
)

/** Returns the active endpoints, each once for each of its brands. */
export function listListening(reader: Reader) {
  return listening(reader, {})
}
