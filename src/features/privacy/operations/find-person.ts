import type { Reader } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { findAnswers, type IdempotentRequest } from '../../../platform/idempotency.ts'
import { type PersonMatcher, personMatcher } from '../../../platform/person-matcher.ts'
import { isEmail } from '../../../platform/validate.ts'
import { hasLogin } from '../../access/index.ts'
import { findDealersMentioning } from '../../dealers/index.ts'
import { findPersonInDeliveries, type PersonInDeliveries } from '../../deliveries/index.ts'
import { findPersonInLeads, type PersonInLeads } from '../../leads/index.ts'
import { findPersonInWarranties, type PersonInWarranties } from '../../warranties/index.ts'

/** Everywhere that a person stands. */
export interface FoundPerson {
  warranties: PersonInWarranties
  leads: PersonInLeads
  /** Deliveries and attempts whose errors or answers mention the address. */
  deliveries: PersonInDeliveries
  /** Answers kept for requests that come again. */
  answers: Pick<IdempotentRequest, 'caller' | 'key'>[]
  /** An API user logs in with this address. */
  login: boolean
  dealers: { id: number; dealer_code: string; name: string }[]
}

/** The person with this e-mail address. Throws VALIDATION_ERROR for what is none. */
export function readPerson(email: string): PersonMatcher {
  if (isEmail(email.trim())) return personMatcher(email.trim())
  throw new AppError('VALIDATION_ERROR', `"${email}" is no e-mail address.`)
}

export async function findPerson(reader: Reader, mention: PersonMatcher): Promise<FoundPerson> {
  const warranties = await findPersonInWarranties(reader, mention)
  const leads = await findPersonInLeads(reader, mention)
  return {
    warranties,
    leads,
    deliveries: await findPersonInDeliveries(reader, mention),
    answers: await findAnswersAbout(reader, mention, {
      hins: warranties.owned.map(({ hin }) => hin),
      leadIds: leads.own.map(({ id }) => id),
    }),
    login: await hasLogin(reader, mention.key),
    dealers: await findDealersMentioning(reader, mention),
  }
}

/** Whether nothing is left that erasing would take away. */
export function isGone({ warranties, leads, deliveries, answers }: FoundPerson): boolean {
  const places = [warranties.owned, warranties.mentions, leads.own, leads.mentions, answers]
  return [...places, deliveries.deliveries, deliveries.attempts].every((place) => place.length === 0)
}

/** The kept answers that mention the person, or are about their warranties or leads. */
function findAnswersAbout(
  reader: Reader,
  mention: PersonMatcher,
  { hins, leadIds }: { hins: readonly string[]; leadIds: readonly number[] },
): Promise<FoundPerson['answers']> {
  const leads = new Set(leadIds.map(String))
  const quoted = [...new Set(hins)].map((hin) => `"hin":"${hin}"`)
  return findAnswers(
    reader,
    ({ key, headers, body }) =>
      leads.has(headers['x-lead-id'] ?? '') ||
      quoted.some((hin) => body.includes(hin)) ||
      [...endsOf(key), body, ...Object.values(headers)].some(mention.isIn),
  )
}

/** A key may be words that are joined, and an address one of them: `form-ada@example.com`. */
function endsOf(key: string): string[] {
  return [key, ...Array.from(key.matchAll(/[-_]/g), ({ index }) => key.slice(index + 1))]
}
