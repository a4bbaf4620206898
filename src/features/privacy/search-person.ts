import type { Reader } from '../../platform/db/db.ts'
import { Invalid } from '../../platform/errors.ts'
import { findAnswers, type IdempotentRequest } from '../../platform/idempotency.ts'
import { type PersonMatcher, personMatcher } from '../../platform/person-matcher.ts'
import { isEmail } from '../../platform/validate.ts'
import { hasLogin } from '../access/index.ts'
import { findDealersMentioning } from '../dealers/index.ts'
import { findPersonInDeliveries, type PersonInDeliveries } from '../deliveries/index.ts'
import { findPersonInEvents, type PersonInEvents } from '../events/index.ts'
import { findPersonInImports, type ImportNaming } from '../imports/index.ts'
import { findPersonInLeads, type PersonInLeads } from '../leads/index.ts'
import { findPersonInRegistrations, type PersonInRegistrations } from '../registrations/index.ts'
import { findPersonInWarranties, type PersonInWarranties } from '../warranties/index.ts'

/** All places that mention a person. */
export interface FoundPerson {
  warranties: PersonInWarranties
  leads: PersonInLeads
  registrations: PersonInRegistrations
  /** Deliveries and attempts whose errors or answers mention the address. */
  deliveries: PersonInDeliveries
  /** Events whose data mentions the address. */
  events: PersonInEvents
  /** Imports whose stored files or messages mention the address. */
  imports: ImportNaming[]
  /** Responses stored for repeated requests. */
  answers: Pick<IdempotentRequest, 'caller' | 'key'>[]
  /** Whether an API user logs in with this address. */
  login: boolean
  dealers: { id: number; dealer_code: string; name: string }[]
}

/** Returns what finds the person with this e-mail address. @throws Invalid for anything else */
export function matcherFor(email: string): PersonMatcher {
  if (isEmail(email.trim())) return personMatcher(email.trim())
  throw new Invalid([{ field: 'email', message: `"${email}" is not an e-mail address.` }])
}

/** The brands to which a search is limited; undefined: nothing limits it. */
export type Within = ReadonlySet<number> | undefined

/**
 * Returns all places that mention the person. Limited to brands, it returns nothing that another brand holds, and nothing
 * of which it is not certain whose it is: logins are of no brand.
 */
export async function searchPerson(
  reader: Reader,
  mention: PersonMatcher,
  within?: Within,
): Promise<FoundPerson> {
  const warranties = limitWarranties(await findPersonInWarranties(reader, mention), within)
  const leads = limitOwn(await findPersonInLeads(reader, mention), within)
  const registrations = limitOwn(await findPersonInRegistrations(reader, mention), within)
  return {
    warranties,
    leads,
    registrations,
    deliveries: await findPersonInDeliveries(reader, mention, within),
    events: await findPersonInEvents(reader, mention, within),
    imports: await findPersonInImports(reader, mention, within),
    answers: await findAnswersAbout(reader, mention, within, {
      hins: warranties.owned.map(({ hin }) => hin),
      leadIds: leads.own.map(({ id }) => id),
    }),
    login: within === undefined && (await hasLogin(reader, mention.key)),
    dealers: await findDealersMentioning(reader, mention, within),
  }
}

function limitWarranties({ owned, mentions }: PersonInWarranties, within: Within): PersonInWarranties {
  return {
    owned: owned.filter(({ brand_id }) => isWithin(within, brand_id)),
    mentions: mentions.filter(({ brandId }) => isWithin(within, brandId)),
  }
}

function limitOwn<T extends { brand_id: number }>(
  { own, mentions }: { own: T[]; mentions: T[] },
  within: Within,
) {
  return {
    own: own.filter(({ brand_id }) => isWithin(within, brand_id)),
    mentions: mentions.filter(({ brand_id }) => isWithin(within, brand_id)),
  }
}

function isWithin(within: Within, brandId: number): boolean {
  return within === undefined || within.has(brandId)
}

/** Returns whether nothing is left that erasing would remove. */
export function isGone({ warranties, deliveries, events, imports, answers, ...found }: FoundPerson): boolean {
  const sent = [found.leads, found.registrations].flatMap(({ own, mentions }) => [own, mentions])
  const places = [warranties.owned, warranties.mentions, ...sent, events, imports, answers]
  return [...places, deliveries.deliveries, deliveries.attempts].every((place) => place.length === 0)
}

/** Returns the stored responses that mention the person, or are about their warranties or leads. */
function findAnswersAbout(
  reader: Reader,
  mention: PersonMatcher,
  within: Within,
  { hins, leadIds }: { hins: readonly string[]; leadIds: readonly number[] },
): Promise<FoundPerson['answers']> {
  const leads = new Set(leadIds.map(String))
  const quoted = [...new Set(hins)].map((hin) => `"hin":"${hin}"`)
  return findAnswers(reader, ({ caller, key, headers, body }) => {
    const isOwnLead = leads.has(headers['x-lead-id'] ?? '')
    const isAbout =
      isOwnLead ||
      quoted.some((hin) => body.includes(hin)) ||
      [...endsOf(key), body, ...Object.values(headers)].some(mention.isIn)
    return isAbout && (within === undefined || isOwnLead || within.has(brandOfAnswer(caller, body)))
  })
}

/** Returns the id of the brand that a stored response belongs to; 0 where it does not say so. */
function brandOfAnswer(caller: string, body: string): number {
  const [, ofLead] = /^lead:(\d+)$/.exec(caller) ?? []
  if (ofLead) return Number(ofLead)
  try {
    const { data } = JSON.parse(body) as { data?: { brand_id?: unknown } }
    return typeof data?.brand_id === 'number' ? data.brand_id : 0
  } catch {
    return 0
  }
}

/** A key may join several words, and an address may be one of them: `form-ada@example.com`. */
function endsOf(key: string): string[] {
  return [key, ...Array.from(key.matchAll(/[-_]/g), ({ index }) => key.slice(index + 1))]
}
