import { AppError, type Issue } from '../errors.ts'

/** Which column holds which field, by position. */
export interface Columns<F extends string> {
  of: Partial<Record<F, number>>
  /** Columns that mean nothing to the import. */
  ignored: string[]
}

/**
 * Finds the columns by their names: a field's own, one of its usual aliases, or what `--map column=field` says; nothing
 * after the `=` passes the column over. Case, blanks, hyphens and underscores make no difference.
 *
 * Throws AppError with every fault: a mapping of a column or field that is not there, or of a column a second time,
 * two columns for one field, no column for any of the fields of an entry of `required`.
 */
export function findColumns<F extends string>(
  header: readonly string[],
  aliases: Readonly<Record<F, readonly string[]>>,
  { mapped, required }: { mapped: readonly string[]; required: readonly (readonly F[])[] },
): Columns<F> {
  const fields = Object.keys(aliases) as F[]
  const issues: Issue[] = []
  const fieldOf = new Map<string, F>()
  for (const field of fields)
    for (const name of [field, ...aliases[field]]) fieldOf.set(simplify(name), field)
  const chosen = readMappings(header, fields, mapped, issues)
  const chosenFields = new Set(chosen.values())

  const of: Partial<Record<F, number>> = {}
  const ignored: string[] = []
  for (const [position, name] of header.entries()) {
    const key = simplify(name)
    const usual = fieldOf.get(key)
    const field = chosen.has(key) ? chosen.get(key) : chosenFields.has(usual) ? undefined : usual
    if (field === undefined) {
      if (name !== '') ignored.push(name)
    } else if (of[field] === undefined) of[field] = position
    else issues.push(describeClash(field, header[of[field]]!, name))
  }
  const clashes = issues.length > 0
  for (const anyOf of required) {
    if (clashes || anyOf.some((field) => of[field] !== undefined)) continue
    issues.push({
      field: anyOf.join(' or '),
      message: `has no column; say which one it is with --map "COLUMN=${anyOf[0]}". Columns: ${header.join(', ')}`,
    })
  }
  if (issues.length > 0) throw new AppError('VALIDATION_ERROR', 'The columns do not fit.', { issues })
  return { of, ignored }
}

/** By column; undefined: the column is to be passed over. */
function readMappings<F extends string>(
  header: readonly string[],
  fields: readonly F[],
  mapped: readonly string[],
  issues: Issue[],
): Map<string, F | undefined> {
  const names = new Set(header.map(simplify))
  const chosen = new Map<string, F | undefined>()
  for (const mapping of mapped) {
    const at = mapping.lastIndexOf('=')
    const [column, name] = [mapping.slice(0, at), mapping.slice(at + 1)]
    const field = fields.find((known) => simplify(known) === simplify(name))
    if (at < 1) issues.push({ field: '--map', message: `must be COLUMN=FIELD, not ${mapping}` })
    else if (!names.has(simplify(column))) {
      issues.push({
        field: '--map',
        message: `names no column: ${column}. Columns: ${header.join(', ')}`,
      })
    } else if (name !== '' && !field) {
      issues.push({ field: '--map', message: `names no field: ${name}. Fields: ${fields.join(', ')}` })
    } else if (chosen.has(simplify(column))) {
      issues.push({ field: '--map', message: `names ${column} a second time: say once what it holds` })
    } else chosen.set(simplify(column), field)
  }
  return chosen
}

function describeClash(field: string, first: string, second: string): Issue {
  const how =
    simplify(first) === simplify(second)
      ? 'rename one of them'
      : `choose with --map "${first}=${field}" or --map "${second}=${field}"`
  return { field: `${first} and ${second}`, message: `both hold ${field}; ${how}` }
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '')
}
