import type { Piece, Scratch } from '../../../platform/http/scratch.ts'
import { LOCATOR_VERSION } from '../error-format.ts'
import type { Directory } from './directory.ts'
import { MATCH_TYPES, type Selection, TERRITORY } from './types.ts'

const HEAD = Buffer.from(`{"success":true,"version":"${LOCATOR_VERSION}","dealers":[`)
const TAIL = Buffer.from(']}')
/** What follows a row's distance, by match type, with the comma before the next row. */
const ROW_ENDS = MATCH_TYPES.map((matchType, index) =>
  Buffer.from(`,"match_type":"${matchType}","territory_match":${index === TERRITORY}},`),
)

/** Most that a distance takes: half the Earth's girth is `12437.12`. */
const DISTANCE_BYTES = 8
const DIGIT_ZERO = 48
const DECIMAL_POINT = 46

/** The response body for a selection, put together from bytes that are rendered already. */
export function renderBody(directory: Directory, selection: Selection): Buffer {
  const body = Buffer.allocUnsafe(greatestSize(directory, selection))
  return body.subarray(0, write(directory, selection, body, 0))
}

/** The same in scratch memory. */
export function renderInto(scratch: Scratch, directory: Directory, selection: Selection): Piece {
  directory.json.fetch(selection.dealers, selection.count)
  const { chunk, start } = scratch.take(greatestSize(directory, selection))
  return { chunk, start, end: write(directory, selection, chunk, start) }
}

/** Writes the body to `target` at `offset`; returns the offset after it. */
function write(directory: Directory, selection: Selection, target: Buffer, offset: number): number {
  let at = offset + HEAD.copy(target, offset)
  for (let i = 0; i < selection.count; i++) {
    at = directory.json.copy(selection.dealers[i]!, target, at)
    at = writeMiles(selection.miles[i]!, target, at)
    at += ROW_ENDS[selection.matchTypes[i]!]!.copy(target, at)
  }
  // The last row's comma makes way for the closing bracket.
  if (selection.count > 0) at--
  return at + TAIL.copy(target, at)
}

function greatestSize(directory: Directory, selection: Selection): number {
  let bytes = HEAD.length + TAIL.length
  for (let i = 0; i < selection.count; i++) {
    bytes +=
      directory.json.size(selection.dealers[i]!) + DISTANCE_BYTES + ROW_ENDS[selection.matchTypes[i]!]!.length
  }
  return bytes
}

/** A distance as JSON has it, rounded to two decimals: `12`, `12.3`, `12.34`. */
function writeMiles(miles: number, target: Buffer, offset: number): number {
  const hundredths = Math.round(miles * 100)
  const whole = Math.floor(hundredths / 100)
  const fraction = hundredths - whole * 100
  let at = writeWhole(whole, target, offset)
  if (fraction === 0) return at
  target[at++] = DECIMAL_POINT
  target[at++] = DIGIT_ZERO + Math.floor(fraction / 10)
  if (fraction % 10 !== 0) target[at++] = DIGIT_ZERO + (fraction % 10)
  return at
}

function writeWhole(whole: number, target: Buffer, offset: number): number {
  let end = offset + 1
  for (let power = 10; power <= whole; power *= 10) end++
  let rest = whole
  for (let at = end - 1; at >= offset; at--) {
    target[at] = DIGIT_ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  }
  return end
}
