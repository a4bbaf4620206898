import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Loaded } from '../../ui/states.tsx'
import { type Column, DataTable } from '../../ui/table.tsx'

const t = text.system

/** How the server is set up, without secrets. */
export function SettingsTab() {
  const query = useQuery(read('/admin/v1/system/settings'))
  return (
    <div className="stack">
      <p className="muted">{t.settingsHint}</p>
      <Loaded query={query}>
        {({ data }) => (
          <DataTable caption={t.settings} columns={COLUMNS} rows={data} rowKey={({ name }) => name} />
        )}
      </Loaded>
    </div>
  )
}

const COLUMNS: Column<Schemas['Setting']>[] = [
  { title: t.setting, cell: ({ name }) => <code>{name}</code> },
  { title: t.value, cell: ({ value }) => describe(value) },
  { title: t.origin, cell: ({ is_default }) => t.origins[`${is_default}`], from: 'medium' },
]

function describe(value: unknown): string {
  if (value === null || value === undefined) return t.notSet
  if (Array.isArray(value)) return value.join(', ') || text.common.none
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
