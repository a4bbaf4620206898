import type { KeyboardEvent, ReactNode } from 'react'
import './table.css'

export interface Column<R> {
  title: string
  /** The title is for screen readers only: the cells say what they do. */
  isTitleHidden?: boolean
  cell: (row: R) => ReactNode
  /** The width of the table from which the column is shown. Leave it out for what identifies a row. */
  from?: 'medium' | 'wide'
  /** Numbers end at the right. */
  numeric?: boolean
}

/**
 * A table of records. Give the link to a record the class `row-link`: then the complete row leads there, and the arrow
 * keys move between rows.
 */
export function DataTable<R>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string | number
}) {
  return (
    <div className="table-box">
      <table className="table" onKeyDown={moveByArrows}>
        <caption className="hidden-visually">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.isTitleHidden ? (
                  <span className="hidden-visually">{column.title}</span>
                ) : (
                  column.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.title} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function classOf<R>({ from, numeric }: Column<R>): string | undefined {
  return [from && `from-${from}`, numeric && 'numeric'].filter(Boolean).join(' ') || undefined
}

function moveByArrows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(event.target as Element).matches('.row-link')) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.row-link')]
  const next = links[links.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
