import type { DeliveryHandler, NewDelivery, Outcome } from '../../deliveries/index.ts'
import { getWarranties } from '../../warranties/index.ts'
import type { RegistrationContext } from '../context.ts'
import { findRegistration, type RegistrationRow } from '../queries.ts'
import { type MailedState, toMailText } from './owner-mail-text.ts'

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

/** Returns what sends mails to owners. The text is that of the event, even if more has happened meanwhile. */
export function ownerMailHandler({
  db,
  brands,
  mailer,
}: Pick<RegistrationContext, 'db' | 'brands' | 'mailer'>): DeliveryHandler {
  return {
    timeoutMs: TIMEOUT_MS,
    async send(delivery, { signal }) {
      const row = await findRegistration(db.read, delivery.subjectId)
      const brand = (await brands.getFresh()).byId.get(delivery.brandId)
      if (!row || !brand) return final('The registration no longer exists.')
      if (!mailer) return final('No mail server is set up (SMTP_URL).')
      if (row.contact.email === null) return final('The owner has no e-mail address.')
      const [warranty] = row.warranty_id === null ? [] : await getWarranties(db.read, [row.warranty_id])
      const state = delivery.event.replace('registration.', '') as MailedState
      return mailer.send({
        id: delivery.messageId,
        to: { name: '', address: row.contact.email },
        ...toMailText(state, { registration: row, brandName: brand.name, warranty }),
        signal,
      })
    },
  }
}

function final(error: string): Outcome {
  return { ok: false, final: true, error }
}
