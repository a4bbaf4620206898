import { useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { api, type Schemas, unwrap } from '../../api/client.ts'
import { TestDialog } from '../../records/test-dialog.tsx'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'

const t = text.brands

/** Sends a test to one of a brand's receivers, or changes the secret that signs its messages. */
export function TargetDialog({
  brand: { id },
  action,
  target,
  onSecret,
  onClose,
}: {
  brand: Schemas['Brand']
  action: 'rotate' | 'drop' | 'test'
  target: 'lead_webhook' | 'warranty_crm' | 'mail'
  onSecret: (secret: string) => void
  onClose: () => Promise<void>
}) {
  // A request that is repeated after a broken connection makes no second secret.
  const [key] = useState(() => randomId())
  const params = { path: { id } }
  const name = t.targets[target]
  if (action === 'test') {
    const send = async (to: string) => {
      const body = { target, ...(to && { to }) }
      return (await unwrap(api.POST('/admin/v1/brands/{id}/test', { params, body }))).data
    }
    return (
      <TestDialog
        title={t.test.title(name)}
        description={t.test.texts[target]}
        {...(target === 'mail' && { to: { label: t.test.to, hint: t.test.toHint } })}
        send={send}
        onClose={() => void onClose()}
      />
    )
  }
  if (target === 'mail') return null
  const change = async () => {
    const body = { which: target, action: action === 'rotate' ? action : ('drop_previous' as const) }
    const init = { params, body, headers: { 'Idempotency-Key': key } }
    const { data } = await unwrap(api.POST('/admin/v1/brands/{id}/secrets', init))
    if (data.secret) onSecret(data.secret)
    else notify(t.drop.done)
  }
  return (
    <ConfirmDialog
      title={t[action].title(name)}
      action={action === 'rotate' ? t.rotate.confirm : t.drop.action}
      danger={action === 'drop'}
      onConfirm={change}
      onClose={() => void onClose()}
    >
      <p>{t[action].text}</p>
    </ConfirmDialog>
  )
}
