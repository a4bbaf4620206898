import { type Static, Type } from 'typebox'
import type { Reader } from '../../../platform/db/db.ts'
import { listPage, MOST_COUNTED, PAGE_FIELDS, type Page } from '../../../platform/paging.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { wantedTerms } from '../../../platform/search-terms.ts'
import { selectBrands } from '../../brands/index.ts'
import type { RegistrationContext } from '../context.ts'
import { type Duplicate, findDuplicates } from '../duplicates.ts'
import {
  type Bounds,
  countRegistrations,
  filterIds,
  findRegistrations,
  newestRegistrations,
  type RegistrationRow,
  registrationTerms,
  STATES,
} from '../queries.ts'
import { type RegistrationRecord, toRecord } from '../record.ts'

/** Which registrations; absent fields match all of them. */
export const FILTER = {
  brand: Type.Optional(Type.String({ description: 'Slug or id' })),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "Beginning of a HIN or an e-mail address, beginnings of words of the owner's name, or digits of a phone number",
    }),
  ),
  state: Type.Optional(Type.Enum([...STATES])),
}

const RegistrationFilter = Type.Object({
  ...FILTER,
  since: Type.Optional(Type.Integer({ description: 'Received at this time or later, in microseconds' })),
  until: Type.Optional(Type.Integer({ description: 'Received before this time, in microseconds' })),
  ...PAGE_FIELDS,
})

export type RegistrationFilter = Static<typeof RegistrationFilter>

interface Selection {
  brandIds: number[]
  bounds: Bounds
}

/**
 * Returns a page of the registrations of the principal's brands, the newest first, with their possible duplicates.
 * @throws NotFound for an unknown brand; Invalid (VALIDATION_ERROR)
 */
export async function listRegistrations(
  { db, brands, principal }: Pick<RegistrationContext, 'db' | 'brands' | 'principal'>,
  input: RegistrationFilter,
): Promise<Page<RegistrationRecord & { possible_duplicates: Duplicate[] }>> {
  authorize(principal, 'warranty:read')
  const { brand, q, page, limit, cursor, ...bounds } = parse(RegistrationFilter, input)
  const all = await brands.getFresh()
  const brandIds = selectBrands(all, principal, brand).map(({ id }) => id)
  const source =
    q === undefined ? newest(db.scan, { brandIds, bounds }) : await matching(db.scan, { brandIds, bounds }, q)
  const found = await listPage<RegistrationRow, [receivedAt: number, id: number]>(
    { page, limit, cursor },
    {
      keyOf: (row) => [row.received_at, row.id],
      isKey: (values) => values.length === 2 && values.every(Number.isSafeInteger),
      ...source,
    },
  )
  const duplicates = await findDuplicates(db.read, found.items)
  const items = found.items.map((row) => ({
    ...toRecord(row, all.byId.get(row.brand_id)!),
    possible_duplicates: duplicates.get(row.id) ?? [],
  }))
  return { ...found, items }
}

interface Source {
  rows(window: {
    limit: number
    offset: number
    after: readonly [receivedAt: number, id: number] | undefined
  }): Promise<RegistrationRow[]>
  count(): Promise<number>
}

function newest(reader: Reader, { brandIds, bounds }: Selection): Source {
  return {
    count: () => countRegistrations(reader, brandIds, bounds),
    async rows({ limit, offset, after }) {
      const position = after && { receivedAt: after[0], id: after[1] }
      // Each brand's registrations are in the order of its own index.
      const parts = brandIds.map((brandId) =>
        newestRegistrations(reader, { ...bounds, brandId, after: position, limit: offset + limit }),
      )
      const all = (await Promise.all(parts)).flat()
      all.sort((a, b) => b.received_at - a.received_at || b.id - a.id)
      return all.slice(offset, offset + limit)
    },
  }
}

/** Ids follow the time of receipt. */
async function matching(reader: Reader, { brandIds, bounds }: Selection, q: string): Promise<Source> {
  const find = async (before: number | undefined, most: number) => {
    if (brandIds.length === 0) return []
    const filter = (ids: readonly number[]) => filterIds(reader, ids, bounds)
    return (await registrationTerms.search(reader, wantedTerms(q), { brandIds, before, most, filter })).ids
  }
  // The count has the first pages, too.
  let counted: Promise<number[]> | undefined
  const all = () => {
    counted ??= find(undefined, MOST_COUNTED + 1)
    return counted
  }
  return {
    count: async () => (await all()).length,
    async rows({ limit, offset, after }) {
      const ids = after ? await find(after[1], limit) : (await all()).slice(offset, offset + limit)
      return (await findRegistrations(reader, ids)).sort((a, b) => b.id - a.id)
    },
  }
}
