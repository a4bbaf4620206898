import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Commands } from '../../ui/commands.tsx'
import { Badge, Message } from '../../ui/message.tsx'
import { Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'

type Finding = Schemas['HealthFinding']

const t = text.system
const TONES = { ok: 'success', warning: 'warning', error: 'danger' } as const
const ORDER = { error: 0, warning: 1, ok: 2 }

/** The findings of `doctor` on the server, errors first. */
export function HealthTab() {
  const query = useQuery(read('/admin/v1/system/health'))
  return (
    <div className="stack">
      <Loaded query={query}>
        {({ data }) => (
          <div className="stack">
            <Summary health={data} />
            <Section
              title={t.checks}
              actions={
                <Button busy={query.isFetching} onClick={() => void query.refetch()}>
                  {t.again}
                </Button>
              }
            >
              <DataTable
                caption={t.checks}
                columns={COLUMNS}
                rows={data.findings.toSorted((one, other) => ORDER[one.level] - ORDER[other.level])}
                rowKey={({ check, message }) => `${check} ${message}`}
              />
            </Section>
          </div>
        )}
      </Loaded>
      <Commands path="/system/health" transom={['doctor']} />
    </div>
  )
}

function Summary({ health: { healthy, errors, warnings } }: { health: Schemas['Health'] }) {
  if (healthy && warnings === 0) return <Message tone="success">{t.healthy}</Message>
  return (
    <Message tone={errors > 0 ? 'danger' : 'warning'}>
      {t.found(errors > 0 ? t.errors(errors) : '', warnings > 0 ? t.warnings(warnings) : '')}
    </Message>
  )
}

const COLUMNS: Column<Finding>[] = [
  { title: t.level, cell: ({ level }) => <Badge tone={TONES[level]}>{t.levels[level]}</Badge> },
  {
    title: t.message,
    cell: ({ message, advice, records }) => (
      <>
        <div>{message}</div>
        {advice && <div className="muted">{advice}</div>}
        {records && records.length > 0 && <div className="muted">{t.records(records.join(', '))}</div>}
      </>
    ),
  },
  { title: t.check, cell: ({ check }) => <span className="nowrap">{check}</span>, from: 'medium' },
]
