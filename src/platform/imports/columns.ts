import { Invalid, type Issue } from '../errors.ts'
import { suggest } from '../references.ts'

/** The position of each field's column. */
export interface Columns<F extends string> {
  of: Partial<Record<F, number>>
  /** Columns without a field. */
  ignored: string[]
}

/**
 * Finds the columns by their names: a field's own name, one of its aliases, or the field in a mapping
 * `column=field`; nothing after the `=` skips the column. Ignores case, blanks, hyphens and underscores.
 * @param required in each entry, the fields of which one must have a column
 * @throws Invalid (VALIDATION_ERROR) with every problem
 */
export function findColumns<F extends string>(
  header: readonly string[],
  aliases: Readonly<Record<F, readonly string[]>>,
  { mapped, required }: { mapped: readonly string[]; required: readonly (readonly F[])[] },
): Columns<F> {
  const fields = Object.keys(aliases) as F[]
  const issues: Issue[] = []
  const fieldOf = fieldsByName(aliases)
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
  if (issues.length > 0) throw new Invalid(issues)
  const missing = required.filter((anyOf) => anyOf.every((field) => of[field] === undefined))
  if (missing.length > 0) {
    const wanted = missing.map((anyOf) => anyOf.join(' or ')).join('; ')
    const message = `No column holds ${wanted}. Map the columns that do. The file has these columns: ${header.join(', ')}.`
    throw new Invalid([{ field: 'map', message }])
  }
  return { of, ignored }
}

/** Returns the field that a column of each name holds, unless it is mapped; null for none. */
export function recognizeColumns<F extends string>(
  header: readonly string[],
  aliases: Readonly<Record<F, readonly string[]>>,
): (F | null)[] {
  const fieldOf = fieldsByName(aliases)
  return header.map((name) => fieldOf.get(simplify(name)) ?? null)
}

/** Returns the fields by the simplified names of their columns. */
function fieldsByName<F extends string>(aliases: Readonly<Record<F, readonly string[]>>): Map<string, F> {
  const fields = Object.keys(aliases) as F[]
  return new Map(
    fields.flatMap((field) => [field, ...aliases[field]].map((name) => [simplify(name), field] as const)),
  )
}

/** Returns the fields of mapped columns, by column; undefined for a column to skip. */
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
    const refuse = (message: string) => issues.push({ field: 'map', message })
    if (at < 1) refuse(`A mapping must be "COLUMN=FIELD", not "${mapping}".`)
    else if (!names.has(simplify(column))) {
      refuse(
        `There is no column "${column}" to map.${suggest(column, header)} The file has these columns: ${header.join(', ')}.`,
      )
    } else if (name !== '' && !field) {
      refuse(`There is no field "${name}" to map to.${suggest(name, fields)} Fields: ${fields.join(', ')}.`)
    } else if (chosen.has(simplify(column))) {
      refuse(`The column "${column}" is mapped twice. Say once what it holds.`)
    } else chosen.set(simplify(column), field)
  }
  return chosen
}

function describeClash(field: string, first: string, second: string): Issue {
  const how = simplify(first) === simplify(second) ? 'Rename one of them.' : `Map the right one to ${field}.`
  return { field: 'map', message: `The columns "${first}" and "${second}" both hold ${field}. ${how}` }
}

/** Returns the form in which two column names are compared. */
export function simplify(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '')
}
