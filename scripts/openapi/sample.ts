import type { Schema } from './document.ts'
import { EXAMPLES, FIELDS } from './example-values.ts'

type Schemas = Readonly<Record<string, Schema>>

/** Returns an example of a schema: the one given for its name, else one made of its fields. */
export function sample(schema: Schema, schemas: Schemas, field = ''): unknown {
  if (schema.$ref) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return EXAMPLES[name] ?? sample(schemas[name]!, schemas, field)
  }
  if ('const' in schema) return schema.const
  const known = FIELDS[field]
  if (known !== undefined && fits(schema, known)) return known
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0]!, schemas, field)
  const type = [schema.type].flat()[0]
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sample(value, schemas, key)]),
      )
    case 'array':
      return schema.items ? [sample(schema.items, schemas, field.replace(/s$/, ''))] : []
    case 'integer':
    case 'number':
      return schema.default ?? Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return schema.default ?? true
    case 'string':
      return schema.default ?? textOf(schema)
    default:
      return null
  }
}

function textOf({
  format,
  minLength = 0,
  maxLength = Infinity,
}: Schema & { minLength?: number; maxLength?: number }) {
  if (format === 'date') return '2026-05-01'
  if (format === 'date-time') return '2026-05-01T12:00:00.123456Z'
  if (format === 'email') return 'ada@example.com'
  if (format === 'uuid') return '0b2f7f9e-6f0c-4d0f-9f8e-3c1b6a3c1c1a'
  return minLength > 4 || maxLength < 4 ? 'x'.repeat(minLength) : 'text'
}

/** Whether a value known for a field's name is of this schema's type. */
function fits(schema: Schema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value)
  if (schema.properties) return false
  const types = schema.anyOf
    ? schema.anyOf.flatMap(({ type, enum: allowed }) => (allowed ? [] : [type].flat()))
    : [schema.type].flat()
  const own = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  return types.includes(own) || (own === 'number' && Number.isInteger(value) && types.includes('integer'))
}
