import type pg from 'pg'
import {
  type Column,
  type ColumnType,
  columnType,
  indexText,
  plainExpression,
  type SchemaDescription,
} from './description.ts'

const TYPES: Record<string, ColumnType> = {
  bigint: 'integer',
  integer: 'integer',
  boolean: 'boolean',
  'double precision': 'real',
  text: 'text',
  date: 'text',
  bytea: 'blob',
}

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    NOT a.attnotnull AS nullable, a.attidentity <> '' AS counted, a.attgenerated <> '' AS computed, pg_get_expr(d.adbin, d.adrelid) AS default
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  ORDER BY a.attnum`

const INDEXES = `
  SELECT t.relname AS table, i.indisprimary AS primary, i.indisunique AS unique,
    pg_get_expr(i.indpred, i.indrelid) AS condition,
    array(SELECT trim('"' FROM pg_get_indexdef(i.indexrelid, n, true))
        || CASE WHEN pg_index_column_has_property(i.indexrelid, n, 'desc') THEN ' desc' ELSE '' END
      FROM generate_series(1, i.indnkeyatts) n ORDER BY n) AS columns
  FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
  WHERE t.relnamespace = 'public'::regnamespace`

const CONSTRAINTS = `
  SELECT t.relname AS table, c.contype AS kind, pg_get_constraintdef(c.oid) AS text
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
  WHERE t.relnamespace = 'public'::regnamespace AND c.contype IN ('c', 'f')`

type ColumnRow = {
  table: string
  name: string
  type: string
  nullable: boolean
  counted: boolean
  computed: boolean
  default: string | null
}
type IndexRow = {
  table: string
  primary: boolean
  unique: boolean
  condition: string | null
  columns: string[]
}
type ConstraintRow = { table: string; kind: 'c' | 'f'; text: string }

/** Reads the tables of a PostgreSQL database. */
export async function describePostgres(client: pg.Client): Promise<SchemaDescription> {
  const columns = (await client.query<ColumnRow>(COLUMNS)).rows
  const indexes = (await client.query<IndexRow>(INDEXES)).rows
  const constraints = (await client.query<ConstraintRow>(CONSTRAINTS)).rows
  const tables = [...new Set(columns.map(({ table }) => table))]
  return Object.fromEntries(
    tables.map((table) => {
      const own = <T extends { table: string }>(rows: T[]) => rows.filter((row) => row.table === table)
      const text = ({ columns, condition }: IndexRow) => indexText(columns, condition)
      const ofKind = (kind: 'c' | 'f') => own(constraints).filter((constraint) => constraint.kind === kind)
      return [
        table,
        {
          columns: Object.fromEntries(own(columns).map((column) => [column.name, describeColumn(column)])),
          primaryKey: own(indexes).find(({ primary }) => primary)?.columns ?? [],
          unique: own(indexes)
            .filter(({ unique, primary }) => unique && !primary)
            .map(text)
            .sort(),
          indexes: own(indexes)
            .filter(({ unique }) => !unique)
            .map(text)
            .sort(),
          foreignKeys: ofKind('f')
            .map(({ text }) => describeForeignKey(text))
            .sort(),
          checks: ofKind('c')
            .map(({ text }) => plainExpression(text.replace(/^CHECK/, '')))
            .sort(),
        },
      ]
    }),
  )
}

function describeColumn({ type, nullable, counted, computed, default: expression }: ColumnRow): Column {
  if (computed) return { type: columnType(TYPES, type), nullable, computed: plainExpression(expression!) }
  const value = expression?.replace(/::[a-z ]+$/, '')
  const plain = value === 'true' ? '1' : value === 'false' ? '0' : value
  return {
    type: columnType(TYPES, type),
    nullable,
    ...((counted || plain !== undefined) && { default: counted ? 'generated' : plain! }),
  }
}

/** From `FOREIGN KEY (group_id) REFERENCES dealer_groups(id) ON DELETE CASCADE`. */
function describeForeignKey(text: string): string {
  const [, from, table, to, onDelete] = /KEY \((.+?)\) REFERENCES (\w+)\((.+?)\)(?: ON DELETE (.+))?$/.exec(
    text,
  )!
  return `${from} -> ${table}.${to}${onDelete ? ` on delete ${onDelete.toLowerCase()}` : ''}`
}
