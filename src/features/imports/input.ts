import { type Static, Type } from 'typebox'
import { Invalid, type Issue, issue } from '../../platform/errors.ts'
import { DATE_ORDERS } from '../../platform/imports/dates.ts'
import { countryFromText } from '../../platform/validate.ts'
import { KINDS, type Kind } from './kinds.ts'

const oneOf = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({
    type: 'string',
    enum: [...values],
    expected: `must be one of ${values.join(', ')}`,
    description,
  })

/** The parameters of a new import. */
export const NewImport = Type.Object(
  {
    kind: oneOf(KINDS, 'What the file lists'),
    brand: Type.String({ maxLength: 120, description: 'Slug of the brand' }),
    mode: Type.Optional(
      oneOf(
        ['merge', 'replace'],
        'Default `merge`; `replace` also removes the dealers or territories of the brand that the file does not name',
      ),
    ),
    map: Type.Optional(
      Type.String({
        maxLength: 4_000,
        description:
          'Fields of columns: `COLUMN=FIELD`, separated by commas, with nothing after the `=` to skip a column; or a JSON object of column names',
      }),
    ),
    country: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Dealers and territories: country of rows without one',
      }),
    ),
    date_format: Type.Optional(oneOf(DATE_ORDERS, 'Warranties: order of dates such as 5/31/2026')),
    sync: Type.Optional(
      Type.Boolean({ description: "Warranties: send each one to the brand's CRM; default false" }),
    ),
  },
  { additionalProperties: false },
)

export type NewImport = Static<typeof NewImport>

/** The options of an import, as they are stored. */
export interface ImportOptions {
  map: string[]
  country: string | null
  date_format: (typeof DATE_ORDERS)[number] | null
  sync: boolean
}

/** Returns the options of an import. @throws Invalid (VALIDATION_ERROR) for those of another kind */
export function readOptions({ kind, mode, map, country, date_format, sync }: NewImport): ImportOptions {
  const issues: Issue[] = []
  const isWarranties = kind === 'warranties'
  if (isWarranties && mode === 'replace') {
    issues.push(issue('mode', 'must be merge: an import never removes warranties'))
  }
  if (isWarranties && country !== undefined) issues.push(unfit('country', kind))
  if (!isWarranties && date_format !== undefined) issues.push(unfit('date_format', kind))
  if (!isWarranties && sync !== undefined) issues.push(unfit('sync', kind))
  if (country !== undefined && !isWarranties && countryFromText(country) === null) {
    const expected = 'must be a two- or three-letter code or an English name'
    issues.push(issue('country', `${expected}, not "${country}"`))
  }
  const mappings = readMappings(map, issues)
  if (issues.length > 0) throw new Invalid(issues)
  return {
    map: mappings,
    country: country ?? null,
    date_format: date_format ?? null,
    sync: sync ?? false,
  }
}

function unfit(field: string, kind: Kind): Issue {
  return issue(field, `is not for ${kind}`)
}

/** Returns `COLUMN=FIELD` for each mapped column. */
function readMappings(text: string | undefined, issues: Issue[]): string[] {
  if (text === undefined) return []
  if (!text.startsWith('{')) return text.split(',').map((mapping) => mapping.trim())
  try {
    const fields = Object.entries(JSON.parse(text) as Record<string, unknown>)
    if (fields.every(([, field]) => typeof field === 'string' || field === null)) {
      return fields.map(([column, field]) => `${column}=${field ?? ''}`)
    }
  } catch {
    // The issue below says what is expected.
  }
  issues.push(issue('map', 'must be COLUMN=FIELD, or a JSON object of column names with their fields'))
  return []
}
