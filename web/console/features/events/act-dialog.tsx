import { useRef, useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { api, ifMatch, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'

export type Act = 'on' | 'off' | 'rotate' | 'drop' | 'delete'

/** Asks before an endpoint is switched, gets another secret or is deleted. */
export function ActDialog({
  act,
  endpoint: { id, url },
  etag,
  onSecret,
  onDeleted,
  onClose,
}: {
  act: Act
  endpoint: Schemas['EventEndpoint']
  etag: string | null
  onSecret: (secret: string) => void
  /** Called instead of `onClose` when there is no endpoint any more. */
  onDeleted: () => Promise<void>
  onClose: () => Promise<void>
}) {
  // A request that is repeated after a broken connection makes no second secret.
  const [key] = useState(() => randomId())
  const isDeleted = useRef(false)
  const t = text.events[act]
  const change = async () => {
    const params = { path: { id } }
    if (act === 'delete') {
      await unwrap(api.DELETE('/admin/v1/event-endpoints/{id}', { params }))
      isDeleted.current = true
    } else if (act === 'rotate' || act === 'drop') {
      const body = { action: act === 'rotate' ? act : ('drop_previous' as const) }
      const init = { params, body, headers: { 'Idempotency-Key': key } }
      const { data } = await unwrap(api.POST('/admin/v1/event-endpoints/{id}/secrets', init))
      if (data.secret) onSecret(data.secret)
    } else {
      const init = { params, headers: ifMatch(etag), body: { active: act === 'on' } }
      await unwrap(api.PATCH('/admin/v1/event-endpoints/{id}', init))
    }
    notify(t.done)
  }
  return (
    <ConfirmDialog
      title={t.title}
      action={t.action}
      danger={act === 'off' || act === 'drop' || act === 'delete'}
      onConfirm={change}
      onClose={() => void (isDeleted.current ? onDeleted() : onClose())}
    >
      <p>
        <code>{url}</code>
      </p>
      <p>{t.text}</p>
    </ConfirmDialog>
  )
}
