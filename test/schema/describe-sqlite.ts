import type Sqlite from 'better-sqlite3'
import {
  type Column,
  type ColumnType,
  columnType,
  indexText,
  plainExpression,
  type SchemaDescription,
  type Table,
} from './description.ts'

const TYPES: Record<string, ColumnType> = {
  integer: 'integer',
  bigint: 'integer',
  real: 'real',
  text: 'text',
  blob: 'blob',
}
const computedColumn = (name: string) =>
  new RegExp(`\\b${name} \\w+ GENERATED ALWAYS AS \\(((?:[^()]|\\([^()]*\\))*)\\)`)
const IS_FLAG = /^(\w+)in0,1$/

interface IndexRow {
  name: string
  unique: 0 | 1
  origin: 'c' | 'u' | 'pk'
}

/** Reads the tables of an embedded database. */
export function describeSqlite(db: Sqlite.Database): SchemaDescription {
  const rows = <T>(sql: string, ...values: unknown[]) => db.prepare(sql).all(...values) as T[]
  const tables = rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  return Object.fromEntries(tables.map(({ name, sql }) => [name, describe(name, sql)]))

  function describe(table: string, sql: string): Table {
    const conditions = [...sql.matchAll(/CHECK\s*\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, text]) =>
      plainExpression(text!),
    )
    const flags = new Set(conditions.map((condition) => IS_FLAG.exec(condition)?.[1]))
    const columns = rows<{
      name: string
      type: string
      notnull: 0 | 1
      dflt_value: string | null
      pk: number
    }>('SELECT * FROM pragma_table_xinfo(?)', table)
    const indexes = rows<IndexRow>('SELECT * FROM pragma_index_list(?)', table)
    return {
      columns: Object.fromEntries(columns.map((column) => [column.name, describeColumn(column)])),
      primaryKey: columns
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map(({ name }) => name),
      unique: indexes
        .filter(({ unique, origin }) => unique && origin !== 'pk')
        .map(describeIndex)
        .sort(),
      indexes: indexes
        .filter(({ unique }) => !unique)
        .map(describeIndex)
        .sort(),
      foreignKeys: describeForeignKeys(table),
      checks: conditions.filter((condition) => !IS_FLAG.test(condition)).sort(),
    }

    function describeColumn(column: (typeof columns)[number]): Column {
      const { name, dflt_value, notnull, pk } = column
      const counted = pk > 0 && /AUTOINCREMENT/.test(sql)
      const [, computed] = computedColumn(name).exec(sql) ?? []
      return {
        type: flags.has(name) ? 'boolean' : columnType(TYPES, column.type.replace(/ GENERATED ALWAYS$/, '')),
        nullable: !notnull && pk === 0,
        ...(computed !== undefined && { computed: plainExpression(computed) }),
        ...((counted || dflt_value !== null) && { default: counted ? 'generated' : dflt_value! }),
      }
    }
  }

  function describeIndex({ name }: IndexRow): string {
    const columns = rows<{ name: string | null; desc: 0 | 1 }>(
      'SELECT name, "desc" FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno',
      name,
    )
    const [{ sql } = { sql: null }] = rows<{ sql: string | null }>(
      'SELECT sql FROM sqlite_master WHERE name = ?',
      name,
    )
    const condition = /\bWHERE\b(.*)$/is.exec(sql ?? '')?.[1]
    // An expression has no name: it is in the statement alone.
    const [, list = ''] = /\(((?:[^()]|\([^()]*\))*)\)/.exec(sql ?? '') ?? []
    const parts = list.split(/,(?![^(]*\))/)
    return indexText(
      columns.map(({ name, desc }, index) => {
        const text = name ?? parts[index]!.trim()
        return desc ? `${text} desc` : text
      }),
      condition,
    )
  }

  function describeForeignKeys(table: string): string[] {
    const keys = rows<{ id: number; from: string; table: string; to: string; on_delete: string }>(
      'SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq',
      table,
    )
    return [...Map.groupBy(keys, ({ id }) => id).values()]
      .map((parts) => {
        const [{ table: target, on_delete }] = parts as [(typeof parts)[number]]
        const [from, to] = [parts.map((part) => part.from), parts.map((part) => part.to)]
        const onDelete = on_delete === 'NO ACTION' ? '' : ` on delete ${on_delete.toLowerCase()}`
        return `${from.join(', ')} -> ${target}.${to.join(', ')}${onDelete}`
      })
      .sort()
  }
}
