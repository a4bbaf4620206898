import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/commands.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Message } from '../../ui/message.tsx'
import { notify } from '../../ui/notices.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Loaded } from '../../ui/states.tsx'
import { orWrong } from './or-wrong.ts'

const t = text.account.factor

/** Sets up a second factor: the key for the app, a first code, then the recovery codes, once. */
export function SetUpFactor({ onClose }: { onClose: () => Promise<void> }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const started = useQuery({
    queryKey: ['second factor'],
    queryFn: () => unwrap(api.POST('/admin/v1/session/second-factor')),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const form = useForm({ code: '' }, async ({ code }) => {
    const body = { code: code.trim() }
    const call = unwrap(api.PUT('/admin/v1/session/second-factor', { body }))
    const { data } = await orWrong(call, 'code', t.wrong)
    notify(t.turnedOn)
    setCodes(data.recovery_codes)
  })
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <Dialog title={t.title} onClose={() => void onClose()}>
      <Loaded query={started}>
        {({ data }) => (
          <div className="stack">
            <p>{t.scan}</p>
            <QrCode label={t.qr} value={data.otpauth_uri} />
            <Copyable label={t.key} value={data.secret} />
            <Form form={form} submit={t.turnOn} onCancel={() => void onClose()}>
              <TextField
                label={t.code}
                {...form.text('code')}
                inputMode="numeric"
                autoComplete="one-time-code"
                required
                autoFocus
              />
            </Form>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => Promise<void> }) {
  return (
    <Dialog title={t.recovery} stays onClose={() => void onClose()}>
      <Message tone="warning">{t.recoveryText}</Message>
      <Copyable label={t.recovery} value={codes.join('\n')} />
      <div className="form-actions">
        <Button look="primary" onClick={() => void onClose()}>
          {t.saved}
        </Button>
      </div>
    </Dialog>
  )
}
