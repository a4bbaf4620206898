import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { EVENT_TYPES, type EventType } from './event-types.ts'

const t = text.events.replay

/** Sends an endpoint its events of a time again. Times are in the person's zone. */
export function ReplayDialog({ id, onClose }: { id: number; onClose: () => Promise<void> }) {
  // A request that is repeated after a broken connection replays nothing twice.
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({ from: '', to: '', types: '' }, async ({ from, to, types }) => {
    const body = {
      from: new Date(from).toISOString(),
      ...(to && { to: new Date(to).toISOString() }),
      ...(types && { types: [types as EventType] }),
    }
    const init = { params: { path: { id } }, body, headers: { 'Idempotency-Key': key } }
    const { data } = await unwrap(api.POST('/admin/v1/event-endpoints/{id}/replay', init))
    notify(t.done(data.replayed))
    await onClose()
  })
  return (
    <Dialog title={t.title} onClose={() => void onClose()}>
      <p>{t.text}</p>
      <Form form={form} submit={t.action} onCancel={() => void onClose()}>
        <TextField label={t.from} {...form.text('from')} type="datetime-local" required />
        <TextField label={t.to} hint={t.toHint} {...form.text('to')} type="datetime-local" />
        <SelectField label={text.events.eventTypes} {...form.text('types')}>
          <option value="">{text.common.any}</option>
          {Object.entries(EVENT_TYPES).map(([type, name]) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </SelectField>
      </Form>
    </Dialog>
  )
}
