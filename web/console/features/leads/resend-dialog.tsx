import { api, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'

const t = text.leads.resend

/** Asks before a lead is sent a second time. */
export function ResendDialog({
  id,
  to,
  title,
  consequence,
  onClose,
}: {
  id: number
  to: 'crm' | 'dealer'
  title: string
  consequence: string
  onClose: () => Promise<void>
}) {
  const resend = async () => {
    await unwrap(api.POST('/admin/v1/leads/{id}/resend', { params: { path: { id } }, body: { to } }))
    notify(t.done)
  }
  return (
    <ConfirmDialog
      title={title}
      action={t.confirm}
      danger={false}
      onConfirm={resend}
      onClose={() => void onClose()}
    >
      <p>{consequence}</p>
    </ConfirmDialog>
  )
}
