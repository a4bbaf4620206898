import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { NewPasswordField } from '../../records/new-password-field.tsx'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Message } from '../../ui/message.tsx'
import { Outside } from './outside.tsx'

const t = text.signIn

/** Accepts an invitation: `/console/invitation#TOKEN`. */
export function InvitationPage() {
  return (
    <ChoosePassword
      title={t.invitationTitle}
      intro={t.invitationText}
      use={(token, password) =>
        unwrap(api.POST('/admin/v1/invitations/{token}', { params: { path: { token } }, body: { password } }))
      }
    />
  )
}

/** Uses a link for another password: `/console/reset#TOKEN`. */
export function ResetPage() {
  return (
    <ChoosePassword
      title={t.resetTitle}
      intro={t.resetText}
      use={(token, password) =>
        unwrap(
          api.POST('/admin/v1/password-resets/{token}', { params: { path: { token } }, body: { password } }),
        )
      }
    />
  )
}

function ChoosePassword({
  title,
  intro,
  use,
}: {
  title: string
  intro: string
  use: (token: string, password: string) => Promise<{ data: { email: string } }>
}) {
  const token = useLocation({ select: ({ hash }) => hash })
  const [email, setEmail] = useState<string>()
  const form = useForm({ password: '' }, async ({ password }) => {
    const { data } = await use(token, password)
    setEmail(data.email)
  })
  if (token === '') {
    return (
      <Outside title={title}>
        <Message tone="warning">{t.noToken}</Message>
        <Link to="/sign-in">{t.backToSignIn}</Link>
      </Outside>
    )
  }
  return (
    <Outside title={title}>
      {email === undefined ? (
        <>
          <p>{intro}</p>
          <Form form={form} submit={t.setPassword}>
            <NewPasswordField {...form.text('password')} />
          </Form>
        </>
      ) : (
        <>
          <div role="status">
            <Message tone="success">{t.done(email)}</Message>
          </div>
          <Link to="/sign-in" className={buttonClass('primary')}>
            {t.backToSignIn}
          </Link>
        </>
      )}
      {email === undefined && <Link to="/sign-in">{t.backToSignIn}</Link>}
    </Outside>
  )
}
