import type { Command } from 'commander'
import { numberUpTo } from './options.ts'

export interface PageFlags {
  page: number
  limit: number
}

/** A part of a long list. */
export interface Page<T> {
  rows: T[]
  /** How many there are on all pages. */
  total: number
}

const MOST_ROWS = 10_000
const MOST_PAGES = 999_999_999

/** Adds `--limit` and `--page`, read. */
export function addPaging(command: Command): Command {
  return command
    .option('--limit <number>', `how many, at most ${MOST_ROWS}`, numberUpTo(MOST_ROWS), 50)
    .option('--page <number>', 'which part of the list, from 1', numberUpTo(MOST_PAGES), 1)
}

/** How many rows come before a page. */
export function offsetOf({ page, limit }: PageFlags): number {
  return (page - 1) * limit
}

/** Says where in the list a page is, and how to get the next; nothing where it is all there is. */
export function describePage({ page, limit }: PageFlags, { rows, total }: Page<unknown>): string | undefined {
  const before = offsetOf({ page, limit })
  if (before === 0 && rows.length === total) return undefined
  const last = before + rows.length
  const range = rows.length === 0 ? 'None here' : `${before + 1} to ${last}`
  return `${range} of ${total}.${last < total && rows.length > 0 ? ` The next: --page ${page + 1}` : ''}`
}
