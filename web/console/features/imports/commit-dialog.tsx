import { api, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Message } from '../../ui/message.tsx'
import { notify } from '../../ui/notices.tsx'

const t = text.imports.commit

/** Asks before a checked file changes records, with the counts. */
export function CommitDialog({
  id,
  summary: { create, update, remove, invalid },
  onClose,
}: {
  id: number
  summary: Schemas['ImportSummary']
  onClose: () => Promise<void>
}) {
  const commit = async () => {
    const body = invalid > 0 ? { skip_invalid: true } : {}
    await unwrap(api.POST('/admin/v1/imports/{id}/commit', { params: { path: { id } }, body }))
    notify(t.done)
  }
  return (
    <ConfirmDialog
      title={t.title}
      action={invalid > 0 ? t.skipping : t.action}
      danger={remove > 0}
      onConfirm={commit}
      onClose={() => void onClose()}
    >
      <p>{t.text(create, update, remove)}</p>
      {invalid > 0 && <Message tone="warning">{t.skips(invalid)}</Message>}
    </ConfirmDialog>
  )
}
