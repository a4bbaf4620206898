import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Message } from '../../ui/message.tsx'
import { Outside } from './outside.tsx'

const t = text.signIn

/** Asks for a link to choose another password. The answer is the same for every address. */
export function ForgottenPage() {
  const [sent, setSent] = useState(false)
  const form = useForm({ email: '' }, async (body) => {
    await unwrap(api.POST('/admin/v1/password-resets', { body }))
    setSent(true)
  })
  return (
    <Outside title={t.forgottenTitle}>
      {sent ? (
        <div role="status">
          <Message>{t.linkSent}</Message>
        </div>
      ) : (
        <>
          <p>{t.forgottenText}</p>
          <Form form={form} submit={t.sendLink}>
            <TextField
              label={t.email}
              {...form.text('email')}
              type="email"
              autoComplete="username"
              required
              autoFocus
            />
          </Form>
        </>
      )}
      <Link to="/sign-in">{t.backToSignIn}</Link>
    </Outside>
  )
}
