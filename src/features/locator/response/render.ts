import { LOCATOR_VERSION } from '../error-format.ts'
import type { MatchType, Row, Selection } from '../selection/query.ts'

const HEAD = `{"success":true,"version":"${LOCATOR_VERSION}","dealers":[`

const ROW_ENDS: Readonly<Record<MatchType, string>> = {
  territory: ',"match_type":"territory","territory_match":true}',
  distance: ',"match_type":"distance","territory_match":false}',
  group_sibling: ',"match_type":"group_sibling","territory_match":false}',
  fallback: ',"match_type":"fallback","territory_match":false}',
}

/** More than a row's distance, match type and comma take. */
const ROW_END_BYTES = 96

/** Returns the response body for a selection: each dealer's prepared JSON, completed by distance and match type. */
export function renderBody({ rows, unplaced }: Selection): Buffer {
  const tail = `]${unplaced ? ',"origin_located":false' : ''}}`
  let bytes = HEAD.length + tail.length
  for (const { dealer } of rows) bytes += dealer.json.length + ROW_END_BYTES
  const body = Buffer.allocUnsafe(bytes)
  let end = body.write(HEAD, 'latin1')
  for (const [i, row] of rows.entries()) {
    if (i > 0) end += body.write(',', end, 'latin1')
    end += row.dealer.json.copy(body, end)
    end += body.write(completionOf(row), end, 'latin1')
  }
  end += body.write(tail, end, 'latin1')
  return body.subarray(0, end)
}

/** Returns a dealer as a response shows it. */
export function renderRow(row: Row): string {
  return row.dealer.json.toString() + completionOf(row)
}

function completionOf({ miles, matchType }: Row): string {
  return String(Math.round(miles * 100) / 100) + ROW_ENDS[matchType]
}
