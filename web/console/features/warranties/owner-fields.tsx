import { text } from '../../text/text.ts'
import { TextField } from '../../ui/field.tsx'
import type { FormFields } from '../../ui/form.tsx'

const t = text.warranties.contact

export const EMPTY_OWNER = {
  'contact.first_name': '',
  'contact.last_name': '',
  'contact.email': '',
  'contact.phone': '',
  'contact.zipcode': '',
  'contact.address': '',
  'contact.city': '',
  'contact.state': '',
  'contact.country_code': 'US',
}

/** The fields of a boat's owner. */
export function OwnerFields({ form }: { form: FormFields<typeof EMPTY_OWNER> }) {
  return (
    <div className="form-grid">
      <TextField label={t.firstName} {...form.text('contact.first_name')} required maxLength={255} />
      <TextField label={t.lastName} {...form.text('contact.last_name')} required maxLength={255} />
      <TextField label={t.email} {...form.text('contact.email')} type="email" maxLength={254} />
      <TextField label={t.phone} {...form.text('contact.phone')} type="tel" maxLength={255} />
      <TextField label={t.address} {...form.text('contact.address')} maxLength={1000} />
      <TextField label={t.city} {...form.text('contact.city')} maxLength={255} />
      <TextField label={t.state} {...form.text('contact.state')} maxLength={255} />
      <TextField label={t.zipcode} {...form.text('contact.zipcode')} required maxLength={255} />
      <TextField label={t.country} {...form.text('contact.country_code')} maxLength={2} />
    </div>
  )
}
