import type { Command } from 'commander'
import { AppError } from '../errors.ts'

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

/** Adds `--limit` and `--page`, read. */
export function addPaging(command: Command): Command {
  return command
    .option('--limit <number>', `how many, at most ${MOST_ROWS}`, readLimit, 50)
    .option('--page <number>', 'which part of the list, from 1', readCount, 1)
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

function readLimit(text: string): number {
  const limit = readCount(text)
  if (limit <= MOST_ROWS) return limit
  throw new AppError('VALIDATION_ERROR', `--limit must be at most ${MOST_ROWS}; --page gives the next ones.`)
}

function readCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new AppError('VALIDATION_ERROR', `--limit and --page must be whole numbers from 1, not "${text}".`)
}
