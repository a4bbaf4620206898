import { api, ifMatch, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import type { Registration } from './badge.tsx'

const t = text.registrations.reject

/** Rejects a registration with a reason. */
export function RejectDialog({
  registration: { id, hin },
  etag,
  onClose,
}: {
  registration: Registration
  etag: string | null
  onClose: () => Promise<void>
}) {
  const form = useForm({ reason: '' }, async (body) => {
    const init = { params: { path: { id } }, headers: ifMatch(etag) }
    await unwrap(api.POST('/admin/v1/registrations/{id}/reject', { ...init, body }))
    notify(t.done(hin))
    await onClose()
  })
  return (
    <Dialog title={t.title(hin)} onClose={() => void onClose()}>
      <p>{t.text}</p>
      <Form form={form} submit={t.action} danger onCancel={() => void onClose()}>
        <TextArea label={t.reason} {...form.text('reason')} required maxLength={1000} rows={3} />
      </Form>
    </Dialog>
  )
}
