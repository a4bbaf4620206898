import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../api/client.ts'
import { withSearch } from '../app/search.ts'
import { text } from '../text/text.ts'
import { buttonClass } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Badge } from '../ui/message.tsx'
import { notify } from '../ui/notices.tsx'
import { Section } from '../ui/page.tsx'
import type { Pagination } from '../ui/pager.tsx'
import { RecordList } from '../ui/record-list.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { deviceOf } from './device.ts'

type Session = Schemas['UserSession'] & { current?: boolean }

const t = text.account.sessions

/** Where somebody is signed in. */
export function Sessions({
  query,
  actions,
  ending,
  onEnd,
  onClose,
}: {
  query: UseQueryResult<{ data: Session[]; meta: { pagination: Pagination } }>
  actions?: ReactNode
  /** Which session is about to be ended, as the URL has it: `browser:12`. */
  ending?: string | undefined
  /** Absent: the person may not end any. */
  onEnd?: ((session: string) => Promise<unknown>) | undefined
  onClose: () => Promise<void>
}) {
  const session = query.data?.data.find((one) => nameOf(one) === ending)
  const end = async () => {
    await onEnd?.(ending!)
    notify(t.end.done)
  }
  return (
    <Section title={t.title} actions={actions}>
      <RecordList
        caption={t.title}
        query={query}
        columns={onEnd ? [...COLUMNS, END] : COLUMNS}
        rowKey={nameOf}
        empty={t.none}
      />
      {session && onEnd && (
        <ConfirmDialog
          title={t.end.title}
          action={t.end.confirm}
          onConfirm={end}
          onClose={() => void onClose()}
        >
          <p>{t.end.text(placeOf(session))}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

const COLUMNS: Column<Session>[] = [
  {
    title: t.device,
    cell: (session) => (
      <div title={session.user_agent ?? undefined}>
        {deviceNameOf(session)} {session.current && <Badge tone="info">{t.current}</Badge>}
        <div className="muted">
          {t.lastUsed} <Time at={session.last_used_at} />
        </div>
      </div>
    ),
  },
  { title: t.from, cell: ({ client_address }) => client_address ?? text.common.unnamed, from: 'medium' },
  { title: t.started, cell: ({ started_at }) => <Time at={started_at} />, from: 'medium' },
]

const END: Column<Session> = {
  title: t.end.column,
  isTitleHidden: true,
  numeric: true,
  cell: (session) =>
    !session.current && (
      <Link
        to="."
        search={withSearch({ do: 'end-session', session: nameOf(session) })}
        resetScroll={false}
        className={buttonClass('secondary')}
      >
        {t.end.action} <span className="hidden-visually">{placeOf(session)}</span>
      </Link>
    ),
}

/** Returns a session's name for the server. */
function nameOf({ kind, id }: Session): string {
  return `${kind}:${id}`
}

function deviceNameOf({ kind, user_agent }: Session): string {
  return deviceOf(user_agent ?? '') || t.kinds[kind]
}

function placeOf(session: Session): string {
  return [deviceNameOf(session), session.client_address].filter(Boolean).join(', ')
}
