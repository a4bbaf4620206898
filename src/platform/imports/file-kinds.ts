import { Invalid } from '../errors.ts'
import { simplify } from './columns.ts'

export type FileKind = 'dealers' | 'leads' | 'territories' | 'warranties'

/** The columns that identify a kind of file, and how many of them are needed. The first matching entry decides. */
const SIGNS: readonly { kind: FileKind; least: number; columns: readonly string[] }[] = [
  {
    kind: 'warranties',
    least: 1,
    columns: ['hin', 'hull_id', 'hull_number', 'hull_identification_number', 'hull_serial'],
  },
  { kind: 'leads', least: 1, columns: ['lead_id', 'contact_category'] },
  {
    kind: 'warranties',
    least: 2,
    columns: [
      'model_year',
      'registration_date',
      'warranty_start_date',
      'warranty_end_date',
      'warranty_status',
      'coverage_type',
    ],
  },
  {
    kind: 'dealers',
    least: 2,
    columns: [
      'legal_name',
      'address',
      'address1',
      'street',
      'street_address',
      'phone',
      'phone_number',
      'telephone',
      'email',
      'website',
      'url',
      'logo_url',
      'primary_contact',
    ],
  },
]

/** The kind of a file according to its columns. */
interface Guess {
  kind: FileKind
  /** The columns that show it. */
  columns: string[]
}

/**
 * Refuses a file whose columns are those of another kind. A mapped column counts under its field; a skipped
 * column doesn't count.
 * @throws Invalid (VALIDATION_ERROR)
 */
export function refuseOtherKinds(header: readonly string[], kind: FileKind, mapped: readonly string[]): void {
  const guess = guessKind(header, mapped)
  if (guess && guess.kind !== kind) throw wrongKind(kind, guess.kind, guess.columns)
}

/** Returns the kind of a file with these columns; null where they don't show it. */
export function guessKind(header: readonly string[], mapped: readonly string[] = []): Guess | null {
  const fieldOf = new Map(
    mapped.map((mapping) => {
      const at = mapping.lastIndexOf('=')
      return [simplify(mapping.slice(0, at)), mapping.slice(at + 1)]
    }),
  )
  for (const { kind, least, columns } of SIGNS) {
    const known = new Set(columns.map(simplify))
    const found = header.filter((name) => known.has(simplify(fieldOf.get(simplify(name)) ?? name)))
    if (found.length >= least) return { kind, columns: found }
  }
  return null
}

/** Returns the error for a file of another kind, identified by these columns. */
export function wrongKind(kind: FileKind, other: FileKind, columns: readonly string[]): Invalid {
  const list = new Intl.ListFormat('en').format(columns.slice(0, 3).map((name) => `"${name}"`))
  const message =
    `The file looks like a list of ${other}, not of ${kind}: it has ${columns.length === 1 ? 'a column' : 'columns'} ${list}. ` +
    `If it lists ${kind} all the same, map each of these columns to its field, or skip it.`
  return new Invalid([{ field: 'map', message }])
}
