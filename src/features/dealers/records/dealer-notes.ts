import { isEmail } from '../../../platform/validate.ts'
import type { SavedDealer } from './save-dealers.ts'

/** Returns what is worth knowing about a saved dealer: sentences about `subject`, without their full stops. */
export function dealerNotes(
  subject: string,
  dealer: SavedDealer | undefined,
  email: string | null | undefined,
): string[] {
  const notes = dealer ? describePlace(dealer) : []
  if (email && !isEmail(email)) {
    notes.unshift(`gets no mail about leads, because "${email}" is not one plain e-mail address`)
  }
  return notes.map((note) => `${subject} ${note}`)
}

function describePlace({ postal_code, country, unplaced, hidden, stale }: SavedDealer): string[] {
  if (unplaced && postal_code === '') {
    return ['is not shown, because it has neither a postal code nor coordinates']
  }
  if (unplaced === 'unknown') {
    return [
      `is not shown, because the place of its postal code "${postal_code}" (${country}) is unknown: give latitude and longitude`,
    ]
  }
  if (unplaced === 'unavailable') {
    return [
      'is not shown, because the geocoding service could not be reached: save it again later, or give latitude and longitude',
    ]
  }
  if (hidden) return ['is no longer shown, because it has no coordinates']
  if (!stale) return []
  const far = stale.miles === null ? '' : `, ${stale.miles.toFixed(1)} miles from ${postal_code}`
  return [`keeps its own coordinates${far}: give new ones, or approximate to use those of the postal code`]
}
