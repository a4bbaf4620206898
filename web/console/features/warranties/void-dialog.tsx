import { api, ifMatch, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useOpened } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'

const t = text.warranties.void

/** Asks before a boat loses its warranty. */
export function VoidDialog({
  warranty: { id, hin },
  etag,
  onClose,
}: {
  warranty: Schemas['Warranty']
  etag: string | null
  onClose: () => Promise<void>
}) {
  const openedEtag = useOpened(etag)
  const voidWarranty = async () => {
    const init = { params: { path: { id } }, headers: ifMatch(openedEtag) }
    await unwrap(api.PATCH('/admin/v1/warranties/{id}', { ...init, body: { warranty_status: 'voided' } }))
    notify(t.done(hin))
  }
  return (
    <ConfirmDialog
      title={t.title(hin)}
      action={t.confirm}
      onConfirm={voidWarranty}
      onClose={() => void onClose()}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  )
}
