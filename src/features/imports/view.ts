import { type Micros, toIsoMicros } from '../../platform/clock.ts'
import type { Reader } from '../../platform/db/db.ts'
import { listCallerNames } from '../access/index.ts'
import type { ImportContext } from './context.ts'
import type { ListedImport, StoredImport } from './queries.ts'
import type { ImportItem, ImportNote, ImportRecord, ImportSummary } from './record.ts'

/** Returns an import as a list shows it. */
export function toItem(
  { progressOf }: Pick<ImportContext, 'progressOf'>,
  row: ListedImport,
  slug: string,
): ImportItem {
  const progress = row.state === 'checking' || row.state === 'running' ? progressOf(row.id) : undefined
  return {
    id: row.id,
    kind: row.kind,
    brand_id: row.brand_id,
    brand: slug,
    mode: row.mode,
    options: JSON.parse(row.options),
    size: row.size,
    state: row.state,
    progress: progress ?? { done: row.done, total: row.total },
    summary: row.summary === null ? null : (JSON.parse(row.summary) as ImportSummary),
    summary_changed: Boolean(row.summary_changed),
    skip_invalid: Boolean(row.skip_invalid),
    reason: row.reason,
    can_commit: canCommit(row),
    ignored_columns: JSON.parse(row.ignored_columns),
    created_by: JSON.parse(row.created_by),
    committed_by: row.committed_by === null ? null : JSON.parse(row.committed_by),
    created_at: toIsoMicros(row.created_at),
    updated_at: toIsoMicros(row.updated_at),
    checked_at: toTime(row.checked_at),
    committed_at: toTime(row.committed_at),
    finished_at: toTime(row.finished_at),
  }
}

/** Returns an import with the first errors and warnings. */
export async function toRecord(
  ctx: Pick<ImportContext, 'progressOf'>,
  reader: Reader,
  { row, slug }: { row: StoredImport; slug: string },
): Promise<ImportRecord> {
  const [item] = await withNames(reader, [toItem(ctx, row, slug)])
  return {
    ...item!,
    errors: JSON.parse(row.errors) as ImportNote[],
    warnings: JSON.parse(row.warnings) as ImportNote[],
  }
}

/** Returns imports with the present names of the users and tokens who uploaded and committed them. */
export async function withNames<T extends ImportItem>(reader: Reader, items: readonly T[]): Promise<T[]> {
  const actors = items.flatMap((item) => [item.created_by, item.committed_by ?? []].flat())
  const idsOf = (kind: string) => actors.flatMap((actor) => (actor.kind === kind ? (actor.id ?? []) : []))
  const names = await listCallerNames(reader, { users: idsOf('user'), tokens: idsOf('token') })
  const named = (actor: ImportItem['created_by']) => {
    const name = names.get(`${actor.kind}:${actor.id}`)
    return name === undefined ? actor : { ...actor, name }
  }
  return items.map((item) => ({
    ...item,
    created_by: named(item.created_by),
    committed_by: item.committed_by && named(item.committed_by),
  }))
}

/** Returns whether an import has been checked and not been run: a failed run changed nothing. */
export function canCommit({ state, checked_at }: Pick<StoredImport, 'state' | 'checked_at'>): boolean {
  return state === 'ready' || (state === 'failed' && checked_at !== null)
}

function toTime(at: Micros | null): string | null {
  return at === null ? null : toIsoMicros(at)
}
