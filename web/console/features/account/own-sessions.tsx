import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, unwrap } from '../../api/client.ts'
import { readList } from '../../api/queries.ts'
import { Sessions } from '../../records/sessions.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'

const t = text.account.sessions.others
const route = getRouteApi('/_frame/account')

/** Where the person is signed in, and how to end that: one session, or all but this one. */
export function OwnSessions({ onClose }: { onClose: () => Promise<void> }) {
  const { do: action, session, page } = route.useSearch()
  const query = useQuery(readList('/admin/v1/sessions', { query: { ...(page && { page }) } }))
  const others = (query.data?.meta.pagination.total ?? 1) - 1
  const end = (only?: string) =>
    unwrap(api.DELETE('/admin/v1/sessions', { params: { query: { ...(only && { only }) } } }))
  const endOthers = async () => {
    await end()
    notify(t.done)
  }
  return (
    <>
      <Sessions
        query={query}
        actions={others > 1 && <ActionLink action="end-others">{t.action}</ActionLink>}
        ending={action === 'end-session' ? session : undefined}
        onEnd={end}
        onClose={onClose}
      />
      {action === 'end-others' && others > 0 && (
        <ConfirmDialog
          title={t.title}
          action={t.confirm}
          onConfirm={endOthers}
          onClose={() => void onClose()}
        >
          <p>{t.text(others)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
