import { oneLine } from '../../platform/cli/output.ts'
import { toIsoMicros } from '../../platform/clock.ts'
import type { EntryRow } from './queries.ts'

/** Present names of records that the trail knows by id. */
export interface Names {
  /** Slugs of brands. */
  brands: ReadonlyMap<number, string>
  /** E-mail addresses of API users. */
  users: ReadonlyMap<number, string>
  tokens: ReadonlyMap<number, string>
}

export type ListedEntry = ReturnType<typeof toListed>

/** Returns an entry as plain data. */
export function toListed(row: EntryRow, names: Names) {
  const namesOf: Record<string, ReadonlyMap<number, string>> = { user: names.users, token: names.tokens }
  const { actor_kind, actor_id, actor_name, subject_kind, subject_id, subject_name, brand_id } = row
  return {
    id: row.id,
    at: toIsoMicros(row.at),
    actor: {
      kind: actor_kind === 'administrator' ? ('shell' as const) : actor_kind,
      id: actor_id,
      name: actor_name ?? namesOf[actor_kind]?.get(actor_id ?? 0) ?? null,
    },
    action: row.action,
    subject: {
      kind: subject_kind,
      id: subject_id,
      name: subject_name ?? namesOf[subject_kind]?.get(subject_id ?? 0) ?? null,
    },
    brand_id,
    brand: names.brands.get(brand_id ?? 0) ?? null,
    before: toFields(row.before),
    after: toFields(row.after),
  }
}

/** Returns an entry as one line for people. */
export function toLine({ at, actor, action, subject, brand_id, brand, before, after }: ListedEntry): string {
  const actorText = [actor.kind, actor.name ?? actor.id ?? ''].join(' ').trim()
  const change = [action, subject.name ?? subject.id ?? ''].join('  ').trim()
  const isOwn = subject.kind === 'brand' && subject.id === brand_id
  const ofBrand = brand_id === null || isOwn ? '' : ` (${brand ?? `brand ${brand_id}`})`
  const fields = describeFields(before, after)
  return oneLine(`${at.slice(0, 19)}Z  ${actorText}  ${change}${ofBrand}${fields ? `: ${fields}` : ''}`)
}

type Fields = Record<string, unknown>

function describeFields(before: Fields | null, after: Fields | null): string {
  if (!before) return list(after, (field) => inLine(after![field]))
  if (!after) return list(before, (field) => `${inLine(before[field])} → -`)
  return list(after, (field) =>
    field in before ? `${inLine(before[field])} → ${inLine(after[field])}` : inLine(after[field]),
  )
}

function list(fields: Fields | null, describe: (field: string) => string): string {
  return Object.keys(fields ?? {})
    .map((field) => `${field} ${describe(field)}`)
    .join(', ')
}

function inLine(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (Array.isArray(value)) return `[${value.map(inLine).join(' ')}]`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function toFields(json: string | null): Fields | null {
  return json === null ? null : (JSON.parse(json) as Fields)
}
