import { api, ifMatch, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'

export type Act = 'activate' | 'revoke' | 'renew'

const CHANGES = { activate: { active: true }, revoke: { active: false }, renew: { new_token: true } }

/** Asks before a token is activated, revoked, or gets a new text. */
export function ActDialog({
  act,
  token,
  etag,
  onRenewed,
  onClose,
}: {
  act: Act
  token: Schemas['Token']
  etag: string | null
  onRenewed: (token: Schemas['Token']) => void
  onClose: () => Promise<void>
}) {
  const t = text.tokens[act]
  const change = async () => {
    const init = { params: { path: { id: token.id } }, headers: ifMatch(etag), body: CHANGES[act] }
    const { data } = await unwrap(api.PATCH('/admin/v1/tokens/{id}', init))
    notify(t.done(token.name))
    if (data.token !== undefined) onRenewed(data)
  }
  return (
    <ConfirmDialog
      title={t.title(token.name)}
      action={t.action}
      danger={act !== 'activate'}
      onConfirm={change}
      onClose={() => void onClose()}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  )
}
