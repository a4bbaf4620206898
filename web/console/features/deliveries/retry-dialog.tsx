import { api, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'

const t = text.deliveries.retry

/** Asks before a delivery is sent again. */
export function RetryDialog({ id, onClose }: { id: number; onClose: () => Promise<void> }) {
  const retry = async () => {
    await unwrap(api.POST('/admin/v1/deliveries/{id}/retry', { params: { path: { id } } }))
    notify(t.done)
  }
  return (
    <ConfirmDialog
      title={t.title(id)}
      action={t.action}
      danger={false}
      onConfirm={retry}
      onClose={() => void onClose()}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  )
}
