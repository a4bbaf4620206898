import { type Static, type TSchema, Type } from 'typebox'
import { Invalid, issue } from './errors.ts'
import { Named, Nullable } from './output-schemas.ts'

export const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200

/** Totals above this are not counted: nobody pages through more. */
export const MOST_COUNTED = 10_000

/** The parameters that every list of the administration takes. */
export const PAGE_FIELDS = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Not with `cursor`' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_000, description: '`next_cursor` of the page before' }),
  ),
}

/** Which page of a list is wanted. */
export interface PageRequest {
  page?: number
  limit?: number
  cursor?: string
}

/** Where a page is in its list. `page` is null after a cursor. */
interface Pagination {
  page: number | null
  limit: number
  /** Null where the list isn't counted: after a cursor. At most `MOST_COUNTED`. */
  total: number | null
  total_pages: number | null
  /** Whether there may be more than `total`. */
  total_is_minimum?: true
  /** Null on the last page. */
  next_cursor: string | null
}

/** One page of a list. */
export interface Page<T> {
  items: T[]
  pagination: Pagination
}

export const PaginationSchema = Named(
  'Pagination',
  Type.Object({
    page: Nullable(Type.Integer(), { description: 'Null after a cursor' }),
    limit: Type.Integer(),
    total: Nullable(Type.Integer(), { description: 'Null after a cursor' }),
    total_pages: Nullable(Type.Integer()),
    total_is_minimum: Type.Optional(
      Type.Literal(true, {
        description: `There may be more than \`total\`: more than ${MOST_COUNTED} are not counted, and searches with filters may stop earlier`,
      }),
    ),
    next_cursor: Nullable(Type.String(), { description: 'Null on the last page' }),
  }),
)

/** A part of an ordered list: after a position, or after a number of rows. */
export interface Window<K extends readonly unknown[]> {
  limit: number
  offset: number
  /** The sort key of the last row before the part. */
  after: K | undefined
}

/**
 * Returns a page of a list in the database. Sort keys end with the id, so that each names one row.
 * @param options.keyOf returns a row's sort key
 * @param options.isKey returns whether the values of a cursor can be one
 * @param options.rows returns up to `limit` rows of that part
 * @param options.count returns the number of rows, counted no further than `MOST_COUNTED + 1`, or `atLeast` that many
 * @throws Invalid (VALIDATION_ERROR) for a cursor that no page has returned, or one beside a page's number
 */
export async function listPage<T, K extends readonly (string | number | null)[]>(
  request: PageRequest,
  options: {
    keyOf(row: T): K
    isKey(values: unknown[]): boolean
    rows(window: Window<K>): Promise<T[]>
    count(): Promise<number | { atLeast: number }>
  },
): Promise<Page<T>> {
  const { limit = DEFAULT_LIMIT, cursor, page = 1 } = request
  if (cursor !== undefined && request.page !== undefined) {
    throw new Invalid([issue('page', 'and cursor cannot be combined')])
  }
  const after = cursor === undefined ? undefined : (readCursor(cursor, options.isKey) as unknown as K)
  const offset = after ? 0 : (page - 1) * limit
  const isFar = offset > MOST_COUNTED
  const counting = after ? null : options.count()
  if (isFar && isMinimum(await counting)) {
    throw new Invalid([issue('page', 'is too far down. Use cursor, or narrow the list')])
  }
  const [rows, count] = await Promise.all([
    isFar ? [] : options.rows({ limit: limit + 1, offset, after }),
    counting,
  ])
  const items = rows.slice(0, limit)
  const counted = typeof count === 'object' ? (count?.atLeast ?? null) : count
  const total = counted === null ? null : Math.min(counted, MOST_COUNTED)
  return {
    items,
    pagination: {
      page: after ? null : page,
      limit,
      total,
      total_pages: total === null ? null : Math.ceil(total / limit),
      ...(isMinimum(count) ? { total_is_minimum: true as const } : {}),
      next_cursor: rows.length > limit ? writeCursor(options.keyOf(items.at(-1)!)) : null,
    },
  }
}

function isMinimum(count: number | { atLeast: number } | null): boolean {
  return typeof count === 'number' ? count > MOST_COUNTED : count !== null
}

/** Returns a page of a list in memory, in the order of `keyOf`'s values. */
export function pageOf<T extends { id: number }>(all: readonly T[], request: PageRequest): Promise<Page<T>> {
  return listPage<T, [id: number]>(request, {
    keyOf: ({ id }) => [id],
    isKey: ([id]) => typeof id === 'number',
    count: async () => all.length,
    rows: async ({ limit, offset, after }) => {
      // A row that is gone since then starts the list again, which shows rows twice but omits none.
      const start = after ? all.findIndex(({ id }) => id === after[0]) + 1 : offset
      return all.slice(start, start + limit)
    },
  })
}

function writeCursor(key: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

function readCursor(cursor: string, isKey: (values: unknown[]) => boolean): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(values) && isKey(values) && writeCursor(values) === cursor) return values
  } catch {
    // Not one of ours.
  }
  throw new Invalid([issue('cursor', 'must be a next_cursor that a list returned')])
}

/** Returns the schema of a list's parameters: its own and those of every list. */
export function ListQuery<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object({ ...properties, ...PAGE_FIELDS }, { additionalProperties: false })
}

export type ListQuery<P extends Record<string, TSchema>> = Static<ReturnType<typeof ListQuery<P>>>
