import { api, ifMatch, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'

export type Act = 'again' | 'password' | 'activate' | 'deactivate' | 'sessions' | 'factor'

/** Asks before something is done to a user's access. */
export function ActDialog({
  act,
  user: { id, email },
  etag,
  onLink,
  onClose,
}: {
  act: Act
  user: Schemas['User']
  etag: string | null
  onLink: (user: Schemas['User']) => void
  onClose: () => Promise<void>
}) {
  const t = text.users[act]
  const change = async () => {
    const params = { path: { id } }
    if (act === 'sessions') await unwrap(api.DELETE('/admin/v1/users/{id}/sessions', { params }))
    else if (act === 'factor') await unwrap(api.DELETE('/admin/v1/users/{id}/second-factor', { params }))
    else if (act === 'again' || act === 'password') {
      const { data } = await unwrap(api.POST('/admin/v1/users/{id}/invitation', { params }))
      if (data.link !== undefined) onLink(data)
    } else {
      const init = { params, headers: ifMatch(etag), body: { active: act === 'activate' } }
      await unwrap(api.PATCH('/admin/v1/users/{id}', init))
    }
    notify(t.done(email))
  }
  return (
    <ConfirmDialog
      title={t.title(email)}
      action={t.action}
      danger={!['activate', 'again', 'password'].includes(act)}
      onConfirm={change}
      onClose={() => void onClose()}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  )
}
