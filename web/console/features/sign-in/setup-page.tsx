import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { api, unwrap } from '../../api/client.ts'
import { sessionQuery } from '../../api/session.ts'
import { NewPasswordField } from '../../records/new-password-field.tsx'
import { text } from '../../text/text.ts'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Message } from '../../ui/message.tsx'
import { Outside } from './outside.tsx'

const t = text.signIn

/** Makes the first administrator by the address that the server printed: `/console/setup#TOKEN`. */
export function SetupPage() {
  const token = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm({ email: '', password: '' }, async (body) => {
    const session = await unwrap(api.POST('/admin/v1/setup/{token}', { params: { path: { token } }, body }))
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, session)
    await navigate({ to: '/', replace: true })
  })
  return (
    <Outside title={t.setupTitle}>
      {token === '' ? (
        <Message tone="warning">{t.noToken}</Message>
      ) : (
        <>
          <p>{t.setupText}</p>
          <Form form={form} submit={t.setupSubmit}>
            <TextField
              label={t.email}
              {...form.text('email')}
              type="email"
              autoComplete="username"
              required
              autoFocus
            />
            <NewPasswordField {...form.text('password')} />
          </Form>
        </>
      )}
    </Outside>
  )
}
