import { isEmail } from '../../../platform/validate.ts'
import type { SavedDealer } from './save-dealers.ts'
import { describeLeftBehind } from './stale-coordinates.ts'

/** Returns what is worth knowing about a saved dealer, in sentences about `subject` without their full stops. */
export function dealerNotes(
  subject: string,
  dealer: SavedDealer | undefined,
  email: string | null | undefined,
): string[] {
  const notes = dealer ? describePlace(dealer) : []
  if (email && !isEmail(email)) notes.unshift(`gets no mails: "${email}" is not one plain e-mail address`)
  return notes.map((note) => `${subject} ${note}`)
}

function describePlace({ postal_code, country, unplaced, hidden, leftBehind }: SavedDealer): string[] {
  if (unplaced && postal_code === '') return ['is not shown: it has neither a postal code nor a point']
  const code = `where "${postal_code}" (${country}) lies`
  if (unplaced === 'unknown') return [`is not shown: ${code} is not known`]
  if (unplaced === 'unasked') {
    return [`is not shown: ${code} could not be asked of the geocoding service; apply it again later`]
  }
  if (hidden) return ['is not shown any more: it has no point']
  if (!leftBehind) return []
  const stays = describeLeftBehind(postal_code, leftBehind.miles)
  return [`${stays}: give another, or approximate for the postal code's`]
}
