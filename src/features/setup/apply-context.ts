import type { OperationContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Issue } from '../../platform/errors.ts'
import type { RowIssue } from '../../platform/upsert-matching.ts'
import { integer, text } from './validators.ts'

/** One entry of a list of the file, or what could be read of it, and where it stood there. */
export interface Entry<T> {
  position: number
  value: T
}

/** What one run of `apply` works with, inside its transaction. */
export interface Run extends OperationContext {
  trx: Trx
  /** All that is wrong with the file; with one of them, nothing of it is kept. */
  issues: Issue[]
  /** The paths of what could not be read. */
  unread: ReadonlySet<string>
  /** Worth telling, but no fault. */
  notes: string[]
}

/** The most an id can be: as many again are left for those that the database gives. */
export const readId = integer(1, 2 ** 52)

/** The name of something. */
export const readName = text({ least: 1, most: 300 })

/** Adds faults of rows that were made of `entries` to those of the file. */
export function reportRows(
  run: Run,
  listName: string,
  entries: readonly Entry<object>[],
  issues: readonly RowIssue[],
): void {
  for (const { row, field, message } of issues) {
    const { position, value } = entries[row]!
    const at = `${listName}[${position}]`
    // It lacks what new ones need; without its id, whether it is new is not known.
    if (!Object.hasOwn(value, field) && run.unread.has(`${at}.id`)) continue
    run.issues.push({ field: `${at}.${field}`, message })
  }
}
