import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, api, unwrap } from '../../api/client.ts'
import { sessionQuery } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Outside } from './outside.tsx'

const t = text.signIn
const route = getRouteApi('/sign-in')

/** Signs in by e-mail and password, and asks for the second factor's code where the person has one. */
export function SignInPage() {
  const { to } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [asksForCode, setAsksForCode] = useState(false)
  useEffect(() => {
    // Loads the next page while the user types.
    void router.loadRouteChunk(router.routesById['/_frame'])
    void router.loadRouteChunk(router.routesByPath['/overview'])
  }, [router])
  const form = useForm({ email: '', password: '', code: '' }, async ({ email, password, code }) => {
    const body = { email, password, ...(asksForCode && { code: code.trim() }) }
    try {
      const session = await unwrap(api.POST('/admin/v1/session', { body }))
      queryClient.clear()
      queryClient.setQueryData(sessionQuery.queryKey, session)
      router.history.push(to?.startsWith('/console/') ? to : '/console/')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'SECOND_FACTOR_REQUIRED') return setAsksForCode(true)
      if (error.code !== 'INVALID_CREDENTIALS') throw error
      throw new ApiError(asksForCode ? t.wrongCode : t.wrong, error)
    }
  })
  if (asksForCode) {
    return (
      <Outside title={t.codeTitle}>
        <Form form={form} submit={t.submit}>
          <TextField
            label={t.code}
            hint={t.codeHint}
            {...form.text('code')}
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            required
            autoFocus
          />
        </Form>
        <Button look="quiet" onClick={() => setAsksForCode(false)}>
          {t.otherAccount}
        </Button>
      </Outside>
    )
  }
  return (
    <Outside title={t.title}>
      <Form form={form} submit={t.submit}>
        <TextField
          label={t.email}
          {...form.text('email')}
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <TextField
          label={t.password}
          {...form.text('password')}
          type="password"
          autoComplete="current-password"
          required
        />
      </Form>
      <Link to="/forgotten">{t.forgotten}</Link>
    </Outside>
  )
}
