import { api, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { orWrong } from './or-wrong.ts'

const t = text.account.factor

/** Turns the second factor off, by the password. */
export function TurnOffFactor({ onClose }: { onClose: () => Promise<void> }) {
  const form = useForm({ password: '' }, async (body) => {
    const call = unwrap(api.DELETE('/admin/v1/session/second-factor', { body }))
    await orWrong(call, 'password', text.account.password.wrong)
    notify(t.turnedOff)
    await onClose()
  })
  return (
    <Dialog title={t.turnOffTitle} onClose={() => void onClose()}>
      <p>{t.turnOffText}</p>
      <Form form={form} submit={t.turnOff} danger onCancel={() => void onClose()}>
        <TextField
          label={t.password}
          {...form.text('password')}
          type="password"
          autoComplete="current-password"
          required
        />
      </Form>
    </Dialog>
  )
}
