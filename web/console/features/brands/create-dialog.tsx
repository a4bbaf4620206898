import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { api, unwrap } from '../../api/client.ts'
import { withSearch } from '../../app/search.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'

const t = text.brands

/** Creates a brand, and leads to its page for everything else. */
export function CreateDialog() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  // A request that is repeated after a broken connection creates nothing twice.
  const [key] = useState(() => randomId())
  const close = () => void navigate({ to: '.', search: withSearch({ do: undefined }), replace: true })
  const form = useForm({ name: '', slug: '', sandbox: false }, async (body) => {
    const headers = { 'Idempotency-Key': key }
    const { data } = await unwrap(api.POST('/admin/v1/brands', { body, headers }))
    await queryClient.invalidateQueries()
    notify(t.create.done(data.name))
    await navigate({ to: '/brands/$id', params: { id: String(data.id) } })
  })
  return (
    <Dialog title={t.create.title} onClose={close}>
      <Form form={form} submit={t.create.action} onCancel={close}>
        <TextField label={t.name} {...form.text('name')} maxLength={300} required />
        <TextField label={t.slug} hint={t.slugHint} {...form.text('slug')} maxLength={100} required />
        <CheckboxField label={t.sandbox} hint={t.sandboxHint} {...form.checkbox('sandbox')} />
      </Form>
    </Dialog>
  )
}
