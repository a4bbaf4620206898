import { useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { ApiError, api, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Message } from '../../ui/message.tsx'
import { notify } from '../../ui/notices.tsx'
import { EVENT_TYPES, type EventType } from './event-types.ts'

const t = text.events.replay

const NO_CHOICE = { from: '', to: '', types: '' }
const DAY_MS = 86_400_000

/** Counts an endpoint's events of a time, then sends them again. Times are in the person's zone. */
export function ReplayDialog({ id, onClose }: { id: number; onClose: () => Promise<void> }) {
  // A request that is repeated after a broken connection replays nothing twice.
  const [key] = useState(() => randomId())
  const [counted, setCounted] = useState<{ choice: string; count: number }>()
  const replay = async (values: typeof NO_CHOICE, more: { dry_run: true } | { expected_count: number }) => {
    const body = { ...bodyOf(values), ...more }
    const headers = 'dry_run' in more ? {} : { 'Idempotency-Key': `${key} ${JSON.stringify(body)}` }
    const init = { params: { path: { id } }, body, headers }
    return (await unwrap(api.POST('/admin/v1/event-endpoints/{id}/replay', init))).data.replayed
  }
  const form = useForm({ ...NO_CHOICE, from: dayBefore(new Date()) }, async (values) => {
    const choice = JSON.stringify(values)
    const count = async () => setCounted({ choice, count: await replay(values, { dry_run: true }) })
    if (counted?.choice !== choice || counted.count === 0) return count()
    try {
      notify(t.done(await replay(values, { expected_count: counted.count })))
      await onClose()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
      await count()
      throw new ApiError(t.changed, error)
    }
  })
  const shown = counted?.choice === JSON.stringify(form.values) ? counted.count : undefined
  return (
    <Dialog title={t.title} onClose={() => void onClose()}>
      <p>{t.text}</p>
      <Form form={form} submit={shown ? t.send(shown) : t.count} onCancel={() => void onClose()}>
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
        {shown !== undefined && <Message>{shown === 0 ? t.none : t.matching(shown)}</Message>}
      </Form>
    </Dialog>
  )
}

/** Returns the time a day before, as a field for times in the person's zone takes it. */
function dayBefore(now: Date): string {
  const local = now.getTime() - DAY_MS - now.getTimezoneOffset() * 60_000
  return new Date(local).toISOString().slice(0, 16)
}

function bodyOf({ from, to, types }: typeof NO_CHOICE) {
  return {
    from: new Date(from).toISOString(),
    ...(to && { to: new Date(to).toISOString() }),
    ...(types && { types: [types as EventType] }),
  }
}
