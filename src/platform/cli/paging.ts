import type { Command } from 'commander'
import { numberUpTo } from './options.ts'
import { type ListView, type Output, printList, reportNothing, toJson } from './output.ts'

export interface PageFlags {
  page: number
  limit: number
}

/** A page of a long list. */
export interface Page<T> {
  rows: T[]
  /** The number of records on all pages. */
  total: number
}

const MOST_ROWS = 10_000
const MOST_PAGES = 999_999_999

/** Adds `--limit` and `--page` to a command. */
export function addPaging(command: Command): Command {
  return command
    .option('--limit <number>', `Number of records, up to ${MOST_ROWS}`, numberUpTo(MOST_ROWS), 50)
    .option('--page <number>', 'Page of the list, from 1', numberUpTo(MOST_PAGES), 1)
}

/** Prints a page of a list as JSON or as a table, and its position in the list. */
export function printPage<T>(output: Output, found: Page<T>, flags: PageFlags, view: ListView<T>): void {
  const { page, limit } = flags
  const { rows, total } = found
  if (view.json) output.print(toJson({ [view.name]: rows, page, limit, total }))
  else if (rows.length > 0) printList(output, rows, view)
  if (total === 0) reportNothing(output, view.noun)
  const where = view.json ? undefined : describePage(flags, found)
  if (where) output.note(where)
}

/** Returns the page's position in the list and the option for the next one; undefined if it is the complete list. */
function describePage({ page, limit }: PageFlags, { rows, total }: Page<unknown>): string | undefined {
  const before = (page - 1) * limit
  if (rows.length === total) return undefined
  const last = before + rows.length
  const range = rows.length === 0 ? 'None here' : `${before + 1} to ${last}`
  return `${range} of ${total}.${last < total && rows.length > 0 ? ` The next: --page ${page + 1}` : ''}`
}
