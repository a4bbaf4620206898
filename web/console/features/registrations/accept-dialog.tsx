import { api, ifMatch, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { changed, Form, useForm } from '../../ui/form.tsx'
import { Message } from '../../ui/message.tsx'
import { notify } from '../../ui/notices.tsx'
import type { Registration } from './badge.tsx'

const t = text.registrations

/** Makes a warranty of a registration, with corrections. A boat that has one is transferred. */
export function AcceptDialog({
  registration: { id, hin, model, model_year, possible_duplicates },
  etag,
  onClose,
}: {
  registration: Registration
  etag: string | null
  onClose: () => Promise<void>
}) {
  const transfers = possible_duplicates.some(({ kind, same }) => kind === 'warranty' && same.includes('hin'))
  const initial = { model, model_year, registration_date: '', warranty_duration_months: '' }
  const form = useForm(initial, async (values) => {
    const { warranty_duration_months: months, ...fields } = changed(initial, values)
    const body = {
      ...fields,
      ...(months && { warranty_duration_months: Number(months) }),
      ...(transfers && { transfer: true }),
    }
    const init = { params: { path: { id } }, headers: ifMatch(etag) }
    await unwrap(api.POST('/admin/v1/registrations/{id}/accept', { ...init, body }))
    notify(t.accept.done(hin))
    await onClose()
  })
  return (
    <Dialog title={t.accept.title(hin)} onClose={() => void onClose()}>
      {transfers ? <Message tone="warning">{t.accept.transferText}</Message> : <p>{t.accept.text}</p>}
      <Form form={form} submit={t.accept.action} onCancel={() => void onClose()}>
        {!transfers && (
          <div className="form-grid">
            <TextField label={t.model} {...form.text('model')} required maxLength={255} />
            <TextField
              label={text.warranties.modelYear}
              {...form.text('model_year')}
              required
              maxLength={255}
            />
            <TextField
              label={t.accept.registrationDate}
              hint={t.accept.registrationDateHint}
              {...form.text('registration_date')}
              type="date"
            />
            <TextField
              label={t.accept.duration}
              hint={text.warranties.register.durationHint}
              {...form.text('warranty_duration_months')}
              type="number"
              min={1}
              max={1200}
            />
          </div>
        )}
      </Form>
    </Dialog>
  )
}
