/** A column's type in words that both databases and the TypeScript types share. */
export type ColumnType = 'integer' | 'real' | 'text' | 'blob' | 'boolean'

export interface Column {
  type: ColumnType
  nullable: boolean
  /** The SQL expression; `generated` for ids that the database counts. */
  default?: string
  /** The SQL expression of a column that the database computes. */
  computed?: string
}

/** A table, described so that two databases' descriptions are equal when their tables behave alike. */
export interface Table {
  columns: Record<string, Column>
  primaryKey: string[]
  /** `slug`, or `dealer_code where dealer_code<>''`: each a set of columns no two rows share. */
  unique: string[]
  /** Further indexes, columns in order. */
  indexes: string[]
  /** `group_id -> dealer_groups.id`, with what happens on delete when that is not "nothing". */
  foreignKeys: string[]
  checks: string[]
}

export type SchemaDescription = Record<string, Table>

/** Returns a database's type in shared words. @throws for an unknown type, which must not match another unknown one */
export function columnType(types: Record<string, ColumnType>, name: string): ColumnType {
  const type = types[name.toLowerCase()]
  if (!type) throw new Error(`The column type ${name} has no known counterpart`)
  return type
}

/** An SQL expression without what one database adds on its own: casts, brackets, blanks, `= ANY (ARRAY[...])`. */
export function plainExpression(sql: string): string {
  return sql
    .replace(/::[a-z ]+(\[\])?/g, '')
    .replace(/= ANY \(+ARRAY\[([^\]]*)\]\)+/g, 'IN $1')
    .replace(/[()\s]/g, '')
    .toLowerCase()
}

/** `a, b desc where c='x'` */
export function indexText(columns: string[], condition: string | null | undefined): string {
  return columns.join(', ') + (condition ? ` where ${plainExpression(condition)}` : '')
}
