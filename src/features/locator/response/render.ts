import { LOCATOR_VERSION } from '../error-format.ts'
import type { MatchType, Row, Selection } from '../selection/query.ts'

const HEAD = `{"success":true,"version":"${LOCATOR_VERSION}","dealers":[`

const ROW_ENDS: Readonly<Record<MatchType, string>> = {
  territory: ',"match_type":"territory","territory_match":true}',
  distance: ',"match_type":"distance","territory_match":false}',
  group_sibling: ',"match_type":"group_sibling","territory_match":false}',
  fallback: ',"match_type":"fallback","territory_match":false}',
}

/** Returns the response body for a selection: each dealer's prepared JSON, completed by distance and match type. */
export function renderBody({ rows, unplaced }: Selection): string {
  let body = HEAD
  for (const [i, row] of rows.entries()) body += i === 0 ? renderRow(row) : `,${renderRow(row)}`
  return `${body}]${unplaced ? ',"origin_located":false' : ''}}`
}

/** Returns a dealer as a response shows it. */
export function renderRow({ dealer, matchType, miles }: Row): string {
  return dealer.json + String(Math.round(miles * 100) / 100) + ROW_ENDS[matchType]
}
