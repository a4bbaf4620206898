import type { OperationContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Issue } from '../../platform/errors.ts'
import type { RowIssue } from '../../platform/upsert-matching.ts'

/** The readable fields of an entry of a list, and its position in the file. */
export interface Entry<T> {
  position: number
  value: T
}

/** The context of one run of `apply` inside its transaction. */
export interface Run extends OperationContext {
  trx: Trx
  /** Everything that is wrong with the file. With any issue, nothing is saved. */
  issues: Issue[]
  /** The paths of unreadable values. */
  unread: ReadonlySet<string>
  /** Sentences that are worth knowing. */
  notes: string[]
}

/** Adds the issues of rows that were made from `entries`. */
export function reportRows(
  run: Run,
  listName: string,
  entries: readonly Entry<object>[],
  issues: readonly RowIssue[],
): void {
  for (const { row, field, message } of issues) {
    const { position, value } = entries[row]!
    const at = `${listName}[${position}]`
    // A new entry needs this field. But with an unreadable id, nobody knows whether the entry is new.
    if (!Object.hasOwn(value, field) && run.unread.has(`${at}.id`)) continue
    run.issues.push({ field: `${at}.${field}`, message })
  }
}
