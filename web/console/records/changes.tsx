import type { Schemas } from '../api/client.ts'
import { text } from '../text/text.ts'
import './changes.css'

const t = text.records.audit

/** More fields are behind their number: a new record has all of its fields. */
const SHOWN = 4

/** The fields that an entry of the audit trail changed, before and after. */
export function Changes({ entry: { action, before, after } }: { entry: Schemas['AuditEntry'] }) {
  const [was, is] = [before ?? {}, after ?? {}] as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(was!), ...Object.keys(is!)])]
  if (names.length === 0) return null
  const table = (
    <table className="changes">
      <caption className="hidden-visually">{t.changesOf(action)}</caption>
      <thead>
        <tr>
          <th scope="col">{t.field}</th>
          {before && <th scope="col">{t.before}</th>}
          <th scope="col">{before ? t.after : t.value}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {before && <td>{describe(was![name])}</td>}
            <td>{describe(is![name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (names.length <= SHOWN) return table
  return (
    <details>
      <summary className="changes-count">{t.fields(names.length)}</summary>
      {table}
    </details>
  )
}

function describe(value: unknown): string {
  if (value === undefined || value === null || value === '') return text.common.unnamed
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
