import { useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '../../api/client.ts'
import { NewPasswordField } from '../../records/new-password-field.tsx'
import { text } from '../../text/text.ts'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { orWrong } from './or-wrong.ts'

const t = text.account.password

/** Changes the person's own password. */
export function PasswordForm() {
  const queryClient = useQueryClient()
  const form = useForm({ current: '', new: '' }, async (body) => {
    await orWrong(unwrap(api.POST('/admin/v1/session/password', { body })), 'current', t.wrong)
    form.set('current', '')
    form.set('new', '')
    notify(t.done)
    await queryClient.invalidateQueries()
  })
  return (
    <Section title={t.title}>
      <Card>
        <Form form={form} submit={t.submit}>
          <p>{t.text}</p>
          <div className="form-grid">
            <TextField
              label={t.current}
              {...form.text('current')}
              type="password"
              autoComplete="current-password"
              required
            />
            <NewPasswordField label={t.new} {...form.text('new')} />
          </div>
        </Form>
      </Card>
    </Section>
  )
}
