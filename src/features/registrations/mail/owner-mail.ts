import { SYSTEM } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import type { DeliveryHandler, NewDelivery, Outcome } from '../../deliveries/index.ts'
import { getWarranties, issueCertificate } from '../../warranties/index.ts'
import type { RegistrationContext } from '../context.ts'
import { findRegistration, type RegistrationRow, type RegistrationState } from '../queries.ts'
import { toMailText } from './owner-mail-text.ts'

/** The longest that the engine allows: docs/decisions/0009-delivery-engine.md. */
const TIMEOUT_MS = 55_000

/** Returns the delivery of a mail that tells an owner what became of the registration. */
export function ownerMail({ id, brand_id, state }: RegistrationRow): NewDelivery {
  return {
    kind: 'owner_mail',
    event: `registration.${state}`,
    brandId: brand_id,
    subjectId: id,
    queueKey: ownerMailQueueKey(id),
    // All mails to owners go to one mail server.
    receiver: 'owner_mail',
  }
}

/** Returns the key of the queue that mails about a registration wait in. */
export function ownerMailQueueKey(registrationId: number): string {
  return `registration-mail:${registrationId}`
}

/** The first argument of the handler. */
interface HandlerContext extends Omit<RegistrationContext, 'principal'> {
  /** This server's address for browsers, which is printed on certificates. */
  publicUrl: string
}

/**
 * Returns what sends mails to owners. The text is that of the event, even if more has happened meanwhile. The certificate
 * of an accepted boat is attached.
 */
export function ownerMailHandler(ctx: HandlerContext): DeliveryHandler {
  return {
    timeoutMs: TIMEOUT_MS,
    async send(delivery, { signal }) {
      const row = await findRegistration(ctx.db.read, delivery.subjectId)
      const brand = (await ctx.brands.getFresh()).byId.get(delivery.brandId)
      if (!row || !brand) return final('The registration no longer exists.')
      if (!ctx.mailer) return final('No mail server is configured. Set SMTP_URL.')
      if (row.contact.email === null) return final('The owner has no e-mail address.')
      const state = delivery.event.replace('registration.', '') as RegistrationState
      const accepted = state === 'accepted' ? await findAccepted(ctx, row) : undefined
      return ctx.mailer.send({
        id: delivery.messageId,
        to: { name: '', address: row.contact.email },
        ...toMailText(state, { registration: row, brandName: brand.name, ...accepted }),
        ...(accepted?.attachment && { attachment: accepted.attachment }),
        signal,
      })
    },
  }
}

/** Returns the warranty that a registration became and its certificate; nothing once the boat has another owner. */
async function findAccepted(ctx: HandlerContext, row: RegistrationRow) {
  const [warranty] = row.warranty_id === null ? [] : await getWarranties(ctx.db.read, [row.warranty_id])
  if (!warranty?.email || emailKey(warranty.email) !== row.email_key) return undefined
  const certificate = await issueCertificate(
    { ...ctx, principal: SYSTEM },
    { id: warranty.id },
    { format: 'pdf' },
  )
  const { name, content, verifyUrl } = certificate
  const attachment = { filename: name, contentType: 'application/pdf', content }
  return { warranty, verifyUrl, attachment }
}

function final(error: string): Outcome {
  return { ok: false, final: true, error }
}
