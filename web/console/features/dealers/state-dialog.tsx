import { api, ifMatch, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'

/** Asks before a dealer is activated or deactivated. */
export function StateDialog({
  dealer: { id, name, active },
  etag,
  onClose,
}: {
  dealer: Schemas['Dealer']
  etag: string | null
  onClose: () => Promise<void>
}) {
  const t = active ? text.dealers.deactivate : text.dealers.activate
  const change = async () => {
    const init = { params: { path: { id } }, headers: ifMatch(etag) }
    await unwrap(api.PATCH('/admin/v1/dealers/{id}', { ...init, body: { active: !active } }))
    notify(t.done(name))
  }
  return (
    <ConfirmDialog
      title={t.title(name)}
      action={t.action}
      danger={active}
      onConfirm={change}
      onClose={() => void onClose()}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  )
}
