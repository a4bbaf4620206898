import { getRouteApi, Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { ActorName } from '../../records/actor-name.tsx'
import { BrandName } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { ImportBadge } from './badge.tsx'
import { CommitDialog } from './commit-dialog.tsx'
import { fieldName } from './kinds.ts'
import { isUnderWay, useImport } from './use-import.ts'
import './file-field.css'

type Import = Schemas['Import']

const t = text.imports
const route = getRouteApi('/_frame/imports/$id')
const BACK = { label: text.frame.pages.imports, link: { to: '/imports' } } as const

/** An import: how far it is, what it would change, what is wrong with the file. */
export function RecordPage() {
  const id = Number(route.useParams().id)
  return (
    <LoadedPage query={useImport(id)} back={BACK}>
      {({ data }) => <Record record={data} />}
    </LoadedPage>
  )
}

function Record({ record }: { record: Import }) {
  const { id, kind, state, reason, summary, errors, warnings } = record
  const isHopeless = record.can_commit && hasNoValidRow(summary)
  const canCommit = record.can_commit && !isHopeless
  const action = route.useSearch().do
  const close = useCloseDialog()
  return (
    <Page
      title={t.title(id, t.kinds[kind])}
      back={BACK}
      badge={<ImportBadge state={state} />}
      actions={
        <>
          {(summary?.invalid ?? 0) > 0 && (
            <a href={`/admin/v1/imports/${id}/invalid-rows`} download className={buttonClass('secondary')}>
              <Icon name="download" />
              {t.download}
            </a>
          )}
          {(state === 'failed' || isHopeless) && (
            <Link to="/imports/new" search={{ kind }} className={buttonClass('secondary')}>
              {t.another}
            </Link>
          )}
          {state === 'done' && (
            <Link
              to={`/${kind}`}
              search={{ brand: record.brand } as never}
              className={buttonClass('primary')}
            >
              {t.open[kind]}
            </Link>
          )}
          {canCommit && (
            <ActionLink action="commit" look="primary">
              {t.commit.action}
            </ActionLink>
          )}
        </>
      }
    >
      {reason !== null && <Message tone="danger">{reason}</Message>}
      {state === 'ready' && canCommit && <Message>{t.nothingYet}</Message>}
      {isHopeless && <Message tone="warning">{t.allRejected}</Message>}
      {record.summary_changed && <Message tone="warning">{t.changedMeanwhile}</Message>}
      {record.ignored_columns.length > 0 && <Message>{t.ignored(record.ignored_columns.join(', '))}</Message>}
      <div className="columns">
        <div className="stack">
          {isUnderWay(state) && <Progress {...record.progress} state={state} />}
          {summary && <Counts look={state === 'done' ? 'result' : 'preview'} summary={summary} />}
          <Notes title={t.errors} message={t.message} notes={errors} />
          <Notes title={t.warnings} message={t.note} notes={warnings} />
        </div>
        <div className="stack">
          <About record={record} />
          <Commands path={`/imports/${id}`} />
        </div>
      </div>
      {action === 'commit' && canCommit && summary && (
        <CommitDialog id={id} summary={summary} onClose={close} />
      )}
    </Page>
  )
}

/** Returns whether a commit would have nothing to do. */
function hasNoValidRow(summary: Import['summary']): boolean {
  return summary !== null && summary.invalid > 0 && summary.create + summary.update + summary.unchanged === 0
}

function Progress({ done, total, state }: { done: number; total: number; state: Import['state'] }) {
  return (
    <Card>
      <div className="stack-small" role="status">
        <strong>{t.states[state]}</strong>
        <progress
          className="import-progress"
          aria-label={t.states[state]}
          {...(total > 0 && { max: total, value: done })}
        />
        {total > 0 && <span className="muted">{t.progress(formatNumber(done), formatNumber(total))}</span>}
      </div>
    </Card>
  )
}

function Counts({ look, summary }: { look: 'preview' | 'result'; summary: NonNullable<Import['summary']> }) {
  const { title, ...names } = t[look]
  return (
    <Section title={title}>
      <Card>
        <dl className="import-counts">
          {(Object.keys(names) as (keyof typeof names)[]).map((name) => (
            <div key={name}>
              <dt className="muted">{names[name]}</dt>
              <dd>{formatNumber(summary[name])}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </Section>
  )
}

type Note = Import['errors'][number]

function Notes({ title, message, notes }: { title: string; message: string; notes: readonly Note[] }) {
  if (notes.length === 0) return null
  const columns: Column<Note>[] = [
    { title: t.line, cell: ({ line }) => line, numeric: true },
    ...(notes.some(({ column }) => column !== null) ? [COLUMN] : []),
    { title: message, cell: (note) => note.message },
  ]
  return (
    <Section title={title}>
      <DataTable
        caption={title}
        columns={columns}
        rows={notes}
        rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
      />
    </Section>
  )
}

const COLUMN: Column<Note> = {
  title: t.column,
  cell: ({ column }) => <code>{column}</code>,
  from: 'medium',
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
            record.options.map.length > 0 && [
              t.mapped,
              <Mapped key="map" kind={record.kind} map={record.options.map} />,
            ],
            [t.by, <ActorName key="by" actor={record.created_by} />],
            [t.when, <Time key="time" at={record.created_at} />],
            record.committed_by !== null && [
              t.committedBy,
              <ActorName key="commit" actor={record.committed_by} />,
            ],
            record.finished_at !== null && [t.finished, <Time key="finished" at={record.finished_at} />],
          ]}
        />
      </Card>
    </Section>
  )
}

function Mapped({ kind, map }: { kind: Import['kind']; map: readonly string[] }) {
  return (
    <ul>
      {map.map((mapping) => {
        const at = mapping.lastIndexOf('=')
        return (
          <li key={mapping}>{t.mapping(mapping.slice(0, at), fieldName(kind, mapping.slice(at + 1)))}</li>
        )
      })}
    </ul>
  )
}
