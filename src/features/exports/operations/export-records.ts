import type { OperationContext } from '../../../platform/context.ts'
import type { Cached } from '../../../platform/db/cached.ts'
import type { Brands } from '../../brands/index.ts'
import { exportDealers, exportTerritories } from '../../dealers/index.ts'
import { exportLeads } from '../../leads/index.ts'
import { exportWarranties } from '../../warranties/index.ts'

export const KINDS = ['dealers', 'territories', 'warranties', 'leads'] as const

export type ExportContext = OperationContext & { brands: Cached<Brands> }

interface Input {
  kind: (typeof KINDS)[number]
  /** Slug or id; absent: all brands of the principal. */
  brand?: string
  format: 'csv' | 'ndjson'
}

/**
 * Yields the text of an export, a page of records at a time. Each page is read when the one before has been taken: an
 * export may take long, and must not keep a snapshot of the database that long. So it has every record that exists all
 * the while, once, as it was when its page was read.
 * @throws NotFound (NOT_FOUND) for the brand
 */
export async function* exportRecords(ctx: ExportContext, { kind, ...input }: Input): AsyncGenerator<string> {
  const listParts = await EXPORTERS[kind](ctx, input)
  for await (const { text } of listParts(ctx.db.scan)) yield text
}

const EXPORTERS = {
  dealers: exportDealers,
  territories: exportTerritories,
  warranties: exportWarranties,
  leads: exportLeads,
}
