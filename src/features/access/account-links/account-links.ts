import { randomBytes } from 'node:crypto'
import { DAY_MICROS } from '../../../platform/clock.ts'
import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import type { AccountContext } from '../context.ts'
import { digestToken } from '../tokens/digest-token.ts'
import * as queries from './queries.ts'

export type LinkPurpose = 'invitation' | 'reset'

/** The services with which links are sent. */
export type LinkServices = Pick<AccountContext, 'publicUrl' | 'mail'>

/** A link with which its holder chooses a password, once and within 24 hours. Only its digest is stored. */
export interface AccountLink {
  email: string
  purpose: LinkPurpose
  /** Below this server's address. Browsers don't send what follows `#`, so that no log has the token. */
  path: string
}

/** Creates a link for a user in the transaction of what it is for. */
export async function createAccountLink(
  { clock }: Pick<OperationContext, 'clock'>,
  trx: Trx,
  { userId, email, purpose }: { userId: number; email: string; purpose: LinkPurpose },
): Promise<AccountLink> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await queries.insertLink(trx, {
    token_hash: digestToken(token),
    user_id: userId,
    purpose,
    created_at: now,
    expires_at: now + DAY_MICROS,
  })
  return { email, purpose, path: `/console/${purpose}#${token}` }
}

/** Returns the link where no mail is sent, to be handed over. */
export function linkToShow({ mail, publicUrl = '' }: LinkServices, { path }: AccountLink): { link?: string } {
  return mail ? {} : { link: publicUrl + path }
}

/** Sends the link by mail, if this server sends mail. */
export function sendAccountLink({ mail }: LinkServices, { email, purpose, path }: AccountLink): void {
  if (!mail) return
  const { subject, reason } = TEXTS[purpose]
  const text = `${reason}\n\n${mail.baseUrl}${path}\n\nThe link works once, within 24 hours.\n`
  mail.send({ to: email, subject, text })
}

const TEXTS: Record<LinkPurpose, { subject: string; reason: string }> = {
  invitation: {
    subject: 'You are invited to Transom',
    reason: 'Somebody has created an account for you. Choose your password here:',
  },
  reset: {
    subject: 'Choose a new password for Transom',
    reason:
      'Somebody, probably you, asked for a new password. Choose it here. If you did not ask, ignore this mail: your password does not change.',
  },
}
