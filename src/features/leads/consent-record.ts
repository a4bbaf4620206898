import type { Static } from 'typebox'
import { plainAddress } from '../../platform/client-address.ts'
import type { ApiToken } from '../access/index.ts'
import type { LeadBody } from './schemas.ts'

/** The sender of a lead, according to the connection. */
export interface Sender {
  /** The caller's address, which trusted proxies may report. */
  address: string
  userAgent: string | undefined
}

const MOST_AGENT_CHARACTERS = 500

export type ConsentRecord = ReturnType<typeof consentRecordOf>

/**
 * Returns what proves later how a lead's consent was given: who sent it, from where, with what, and whether the opt-ins
 * were sent or are the interface's defaults.
 */
export function consentRecordOf(
  token: Pick<ApiToken, 'id'>,
  sender: Sender,
  { contact }: Static<typeof LeadBody>,
) {
  return {
    ...senderRecordOf(token, sender),
    email_optin_given: isGiven(contact.contact_email_optin),
    phone_optin_given: isGiven(contact.contact_phone_optin),
  }
}

/** Returns who sent something and from where, as it is stored. */
export function senderRecordOf(token: Pick<ApiToken, 'id'>, sender: Sender) {
  return {
    token_id: token.id,
    client_address: plainAddress(sender.address),
    user_agent: plainText(sender.userAgent),
  }
}

/** Null is absent. */
function isGiven(optin: boolean | null | undefined): boolean {
  return optin !== null && optin !== undefined
}

function plainText(text = ''): string | null {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ').slice(0, MOST_AGENT_CHARACTERS)
  return plain.trim() || null
}
