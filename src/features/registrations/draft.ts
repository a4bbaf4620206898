import type { Micros } from '../../platform/clock.ts'
import type { Brand } from '../brands/index.ts'
import type { senderRecordOf } from '../leads/index.ts'
import { canonicalHin, toOwner } from '../warranties/index.ts'
import type { NewRegistration } from './queries.ts'
import type { RegistrationBody } from './schemas.ts'

interface Received {
  brand: Brand
  body: RegistrationBody
  sender: ReturnType<typeof senderRecordOf>
  at: Micros
}

/** Returns the row of a valid registration. */
export function draftRegistration({ brand, body, sender, at }: Received): NewRegistration {
  const { email_key, ...contact } = toOwner(body.contact)
  return {
    brand_id: brand.id,
    state: 'received',
    hin: canonicalHin(body.hin),
    model: body.model,
    model_year: body.model_year,
    purchase_date: body.purchase_date,
    dealer_code: body.dealer_code || null,
    contact,
    email_key,
    email_optin: body.email_optin ?? false,
    ...sender,
    check_due: brand.registrationAutoAccept ? at : null,
    reason: null,
    warranty_id: null,
    received_at: at,
    decided_at: null,
    updated_at: at,
  }
}
