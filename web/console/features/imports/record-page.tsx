import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { withSearch } from '../../app/search.ts'
import { BrandName } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { ImportBadge } from './badge.tsx'
import { CommitDialog } from './commit-dialog.tsx'
import './file-field.css'

type Import = Schemas['Import']

const t = text.imports
const ASK_AGAIN_MS = 1_000
const route = getRouteApi('/_frame/imports/$id')

/** An import: how far it is, what it would change, what is wrong with the file. */
export function RecordPage() {
  const id = Number(route.useParams().id)
  const query = useQuery({
    ...read('/admin/v1/imports/{id}', { path: { id } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data.state) ? ASK_AGAIN_MS : false),
  })
  return <Loaded query={query}>{({ data }) => <Record record={data} />}</Loaded>
}

function isUnderWay(state: Import['state'] | undefined): boolean {
  return state === 'checking' || state === 'running'
}

function Record({ record }: { record: Import }) {
  const { id, kind, state, reason, summary, errors, warnings } = record
  const action = route.useSearch().do
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const close = async () => {
    await navigate({ search: withSearch({ do: undefined }) })
    await queryClient.invalidateQueries()
  }
  return (
    <Page
      title={t.title(id, t.kinds[kind])}
      back={{ label: text.frame.pages.imports, link: { to: '/imports' } }}
      badge={<ImportBadge state={state} />}
      actions={
        <>
          {(summary?.invalid ?? 0) > 0 && (
            <a href={`/admin/v1/imports/${id}/invalid-rows`} download className={buttonClass('secondary')}>
              <Icon name="download" />
              {t.download}
            </a>
          )}
          {record.can_commit && (
            <ActionLink action="commit" look="primary">
              {t.commit.action}
            </ActionLink>
          )}
        </>
      }
    >
      {reason !== null && <Message tone="danger">{reason}</Message>}
      {record.summary_changed && <Message tone="warning">{t.changedMeanwhile}</Message>}
      {record.ignored_columns.length > 0 && <Message>{t.ignored(record.ignored_columns.join(', '))}</Message>}
      <div className="columns">
        <div className="stack">
          {isUnderWay(state) && <Progress {...record.progress} state={state} />}
          {summary && <Counts title={state === 'done' ? t.result : t.preview} summary={summary} />}
          <Notes title={t.errors} notes={errors} />
          <Notes title={t.warnings} notes={warnings} />
        </div>
        <div className="stack">
          <About record={record} />
          <Commands path={`/imports/${id}`} />
        </div>
      </div>
      {action === 'commit' && record.can_commit && summary && (
        <CommitDialog id={id} summary={summary} onClose={close} />
      )}
    </Page>
  )
}

function Progress({ done, total, state }: { done: number; total: number; state: Import['state'] }) {
  return (
    <Card>
      <div className="stack-small" role="status">
        <strong>{t.states[state]}</strong>
        <progress
          className="import-progress"
          aria-label={t.states[state]}
          max={Math.max(total, 1)}
          value={done}
        />
        <span className="muted">{t.progress(formatNumber(done), formatNumber(total))}</span>
      </div>
    </Card>
  )
}

function Counts({ title, summary }: { title: string; summary: NonNullable<Import['summary']> }) {
  return (
    <Section title={title}>
      <Card>
        <dl className="import-counts">
          {(Object.keys(t.counts) as (keyof typeof t.counts)[]).map((name) => (
            <div key={name}>
              <dt className="muted">{t.counts[name]}</dt>
              <dd>{formatNumber(summary[name])}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </Section>
  )
}

type Note = Import['errors'][number]

const NOTES: Column<Note>[] = [
  { title: t.line, cell: ({ line }) => line, numeric: true },
  { title: t.column, cell: ({ column }) => <code>{column}</code>, from: 'medium' },
  { title: t.message, cell: ({ message }) => message },
]

function Notes({ title, notes }: { title: string; notes: readonly Note[] }) {
  if (notes.length === 0) return null
  return (
    <Section title={title}>
      <DataTable
        caption={title}
        columns={NOTES}
        rows={notes}
        rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
      />
    </Section>
  )
}

function About({ record }: { record: Import }) {
  return (
    <Section title={t.details}>
      <Card>
        <Facts
          facts={[
            [t.brand, <BrandName key="brand" slug={record.brand} />],
            record.kind !== 'warranties' && [t.mode, t.modes[record.mode]],
            [t.size, t.bytes(record.size)],
            [t.by, record.created_by.name ?? text.records.audit.actors[record.created_by.kind]],
            [t.when, <Time key="time" at={record.created_at} />],
          ]}
        />
      </Card>
    </Section>
  )
}
