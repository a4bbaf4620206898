import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pager, type Pagination } from './pager.tsx'
import { Empty, Loaded } from './states.tsx'
import { type Column, DataTable } from './table.tsx'

/** One page of a list, from the server: its table and the way to the other pages. */
export function RecordList<R>({
  caption,
  query,
  columns,
  rowKey,
  empty,
}: {
  caption: string
  query: UseQueryResult<{ data: R[]; meta: { pagination: Pagination } }>
  columns: readonly Column<R>[]
  rowKey: (row: R) => string | number
  /** Shown if the list is empty: an `Empty`, or its title. */
  empty: ReactNode
}) {
  return (
    <Loaded query={query}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <div className="card">{typeof empty === 'string' ? <Empty title={empty} /> : empty}</div>
        ) : (
          <div className="stack-small">
            <DataTable caption={caption} columns={columns} rows={data} rowKey={rowKey} />
            <Pager pagination={meta.pagination} shown={data.length} />
          </div>
        )
      }
    </Loaded>
  )
}
