import type { OperationContext } from '../../../platform/context.ts'
import type { Cached } from '../../../platform/db/cached.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { authorize, holdsBrand } from '../../../platform/principal.ts'
import { type Brands, pickBrand } from '../../brands/index.ts'
import { exportDealers, exportTerritories } from '../../dealers/index.ts'
import { exportLeads } from '../../leads/index.ts'
import { exportWarranties, toLines, type WarrantyContext } from '../../warranties/index.ts'

export const KINDS = ['dealers', 'territories', 'warranties', 'leads'] as const

export type ExportContext = OperationContext & { brands: Cached<Brands> } & Pick<
    WarrantyContext,
    'deliveries'
  >

interface Input {
  kind: (typeof KINDS)[number]
  /** Slug or id; absent: all brands of the principal. */
  brand?: string
  format: 'csv' | 'ndjson'
}

type ListParts = (reader: Reader) => AsyncIterable<{ text: string }>

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

const EXPORTERS: Record<
  Input['kind'],
  (ctx: ExportContext, input: Omit<Input, 'kind'>) => Promise<ListParts>
> = {
  dealers: exportDealers,
  territories: exportTerritories,
  leads: exportLeads,
  async warranties(ctx, { brand, format }) {
    authorize(ctx.principal, 'warranty:read')
    const held = [...(await ctx.brands.getFresh()).byId.values()].filter(({ id }) =>
      holdsBrand(ctx.principal, id),
    )
    const brands = brand === undefined ? held : [pickBrand(held, brand)]
    return (reader) => toLines(exportWarranties(ctx, { reader, brands, withHistory: false }), format)
  },
}
