import { type ByteText, textOf } from '../byte-text.ts'
import { LOCATOR_VERSION } from '../error-format.ts'
import type { MatchType, Row, Selection } from '../selection/query.ts'

const HEAD = `{"success":true,"version":"${LOCATOR_VERSION}","dealers":[`

const MATCHES: Readonly<Record<MatchType, string>> = {
  territory: ',"match_type":"territory","territory_match":true}',
  distance: ',"match_type":"distance","territory_match":false}',
  group_sibling: ',"match_type":"group_sibling","territory_match":false}',
  fallback: ',"match_type":"fallback","territory_match":false}',
}

/** ``, `.01` … `.1` … `.99`: faster than writing each distance as a fraction. */
const HUNDREDTHS = Array.from({ length: 100 }, (_, hundredths) => String(hundredths / 100).slice(1))

/** Returns the response body for a selection: each dealer's prepared JSON, completed by distance and match type. */
export function renderBody({ rows, unplaced }: Selection): ByteText {
  let body = HEAD
  let separator = ''
  for (const row of rows) {
    body += separator + row.dealer.json + completionOf(row)
    separator = ','
  }
  return `${body}]${unplaced ? ',"origin_located":false' : ''}}` as ByteText
}

/** Returns a dealer as a response shows it. */
export function renderRow({ dealer, ...row }: Row): string {
  return textOf(dealer.json) + completionOf(row)
}

function completionOf({ miles, matchType }: Omit<Row, 'dealer'>): string {
  const hundredths = Math.round(miles * 100)
  return Math.trunc(hundredths / 100) + HUNDREDTHS[hundredths % 100]! + MATCHES[matchType]
}
