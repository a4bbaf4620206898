import type { Schemas } from '../../api/client.ts'

type Columns = Schemas['ImportColumns']

/** The field of each column that the person has chosen one for, by the column's name. Empty: the column is not used. */
export type Choices = Readonly<Record<string, string>>

/** Returns the field that each column holds; null for none. */
export function fieldsOf({ columns }: Columns, choices: Choices): (string | null)[] {
  return columns.map(({ name, field }) => (name in choices ? choices[name]! || null : field))
}

/** Returns the choices after a field is chosen for a column. A field has one column: an earlier one loses it. */
export function choose(file: Columns, choices: Choices, column: string, field: string): Choices {
  const fields = fieldsOf(file, choices)
  const losing = file.columns.filter(
    ({ name }, position) => field !== '' && fields[position] === field && name !== column,
  )
  return { ...choices, ...Object.fromEntries(losing.map(({ name }) => [name, ''])), [column]: field }
}

/** Returns the fields that several columns hold. */
export function findClashes(file: Columns, choices: Choices): Set<string> {
  const fields = fieldsOf(file, choices).filter((field) => field !== null)
  return new Set(fields.filter((field, position) => fields.indexOf(field) !== position))
}

/** Returns the fields of which one must have a column, for each such group that has none. */
export function findMissing(file: Columns, choices: Choices): string[][] {
  const fields = fieldsOf(file, choices)
  return file.required.filter((anyOf) => !anyOf.some((field) => fields.includes(field)))
}

/** Returns the server's `map`: the columns whose field is another than their name says. Undefined: none. */
export function toMap({ columns }: Columns, choices: Choices): string | undefined {
  const changed = columns
    .filter(({ name, field }) => name in choices && choices[name] !== (field ?? ''))
    .map(({ name }) => [name, choices[name] || null])
  return changed.length > 0 ? JSON.stringify(Object.fromEntries(changed)) : undefined
}
