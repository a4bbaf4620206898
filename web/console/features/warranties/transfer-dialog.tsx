import { useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { api, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Form, nested, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { nameOf } from './owner.ts'
import { EMPTY_OWNER, OwnerFields } from './owner-fields.tsx'

const t = text.warranties.transfer

/** Gives a boat to a new owner. */
export function TransferDialog({
  warranty: { id, hin },
  onClose,
}: {
  warranty: Schemas['Warranty']
  onClose: () => Promise<void>
}) {
  const [key] = useState(() => randomId())
  const initial = { ...EMPTY_OWNER, registration_date: '', transfer_notes: '' }
  const form = useForm(initial, async (values) => {
    const body = nested(values, { omitEmpty: true }) as never
    const headers = { 'Idempotency-Key': key }
    const call = api.POST('/admin/v1/warranties/{id}/transfer', { params: { path: { id } }, body, headers })
    const { data } = await unwrap(call)
    notify(t.done(hin, nameOf(data.contact)))
    await onClose()
  })
  return (
    <Dialog title={t.title(hin)} wide onClose={() => void onClose()}>
      <p>{t.text}</p>
      <Form form={form} submit={t.action} onCancel={() => void onClose()}>
        <OwnerFields form={form} />
        <div className="form-grid">
          <TextField label={t.registrationDate} {...form.text('registration_date')} type="date" />
        </div>
        <TextArea label={t.notes} {...form.text('transfer_notes')} maxLength={10_000} rows={2} />
      </Form>
    </Dialog>
  )
}
