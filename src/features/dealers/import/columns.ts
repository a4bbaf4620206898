import { AppError, type Fault } from '../../../platform/errors.ts'

/** Which column holds which field, by position. */
export interface Columns<F extends string> {
  of: Partial<Record<F, number>>
  /** Columns that mean nothing to the import. */
  ignored: string[]
}

/**
 * Finds the columns by their names: a field's own, one of its usual aliases, or what `--map column=field` says.
 * Case, blanks, hyphens and underscores make no difference. Throws AppError with every fault: a mapping of a column or field that
 * is not there, two columns for one field, a required field without one.
 */
export function findColumns<F extends string>(
  header: readonly string[],
  aliases: Readonly<Record<F, readonly string[]>>,
  { mapped, required }: { mapped: readonly string[]; required: readonly F[] },
): Columns<F> {
  const fields = Object.keys(aliases) as F[]
  const faults: Fault[] = []
  const fieldOf = new Map<string, F>()
  for (const field of fields)
    for (const name of [field, ...aliases[field]]) fieldOf.set(simplify(name), field)
  const chosen = readMappings(header, fields, mapped, faults)

  const of: Partial<Record<F, number>> = {}
  const ignored: string[] = []
  for (const [position, name] of header.entries()) {
    const explicit = chosen.get(simplify(name))
    const field = explicit ?? fieldOf.get(simplify(name))
    const taken = field !== undefined && !explicit && [...chosen.values()].includes(field)
    if (field === undefined || taken) ignored.push(name)
    else if (of[field] === undefined) of[field] = position
    else
      faults.push({
        field: name,
        message: `and ${header[of[field]]} both hold ${field}; choose one with --map`,
      })
  }
  for (const field of required) {
    if (of[field] === undefined && !faults.length) {
      faults.push({
        field,
        message: `has no column; name it with --map COLUMN=${field}. Columns: ${header.join(', ')}`,
      })
    }
  }
  if (faults.length > 0) throw new AppError('VALIDATION_ERROR', 'The columns do not fit.', { faults })
  return { of, ignored }
}

function readMappings<F extends string>(
  header: readonly string[],
  fields: readonly F[],
  mapped: readonly string[],
  faults: Fault[],
): Map<string, F> {
  const names = new Set(header.map(simplify))
  const chosen = new Map<string, F>()
  for (const mapping of mapped) {
    const at = mapping.lastIndexOf('=')
    const [column, field] = [mapping.slice(0, at), mapping.slice(at + 1)]
    if (at < 1) faults.push({ field: '--map', message: `must be COLUMN=FIELD, not ${mapping}` })
    else if (!names.has(simplify(column)))
      faults.push({ field: '--map', message: `names no column: ${column}` })
    else if (!(fields as readonly string[]).includes(field)) {
      faults.push({ field: '--map', message: `names no field: ${field}. Fields: ${fields.join(', ')}` })
    } else chosen.set(simplify(column), field as F)
  }
  return chosen
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '')
}
