import type { Command } from 'commander'
import type { Page } from '../paging.ts'
import { numberUpTo } from './options.ts'
import { type ListView, type Output, printList, reportNothing, toJson } from './output.ts'

export interface PageFlags {
  page: number
  limit: number
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
export function printPage<T>(output: Output, found: Page<T>, view: ListView<T>): void {
  const { items, pagination } = found
  const { next_cursor: _, total_pages: __, ...position } = pagination
  if (view.json) output.print(toJson({ [view.name]: items, ...position }))
  else if (items.length > 0) printList(output, items, view)
  if (position.total === 0) reportNothing(output, view.noun)
  const where = view.json ? undefined : describePage(found)
  if (where) output.note(where)
}

/** Returns the page's position in the list and the option for the next one; undefined if it is the complete list. */
function describePage({ items, pagination }: Page<unknown>): string | undefined {
  const { page, limit, total, total_is_minimum, next_cursor } = pagination
  const before = ((page ?? 1) - 1) * limit
  if (items.length === total && !next_cursor) return undefined
  const range = items.length === 0 ? 'None here' : `${before + 1} to ${before + items.length}`
  const all = total_is_minimum ? `more than ${total}` : total
  return `${range} of ${all}.${next_cursor ? ` The next: --page ${(page ?? 1) + 1}` : ''}`
}
