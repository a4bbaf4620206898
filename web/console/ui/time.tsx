import { text } from '../text/text.ts'
import { formatDay, formatMoment, formatUtc } from './format.ts'

/** A moment in the person's zone, with UTC when the pointer rests on it. */
export function Time({ at }: { at: string | null | undefined }) {
  if (!at) return <>{text.common.unnamed}</>
  return (
    <time dateTime={at} title={formatUtc(at)} className="nowrap">
      {formatMoment(at)}
    </time>
  )
}

/** A date without a time. */
export function Day({ on }: { on: string | null | undefined }) {
  if (!on) return <>{text.common.unnamed}</>
  return (
    <time dateTime={on} className="nowrap">
      {formatDay(on)}
    </time>
  )
}
