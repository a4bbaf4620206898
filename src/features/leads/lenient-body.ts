import type { TSchema } from 'typebox'
import { LeadBody } from './schemas.ts'

/** Never guessed: they decide who is meant. */
const STRICT = new Set(['brand', 'contact_email'])

/**
 * Reads the known fields of a lead as they were most likely meant, in place, and returns it. A number or boolean for a
 * text becomes that text, a numeric string for a number that number, an empty array for an object an empty object. An
 * empty string for anything optional is dropped. Everything else is left for the schema to judge.
 */
export function readLeniently(body: unknown): unknown {
  if (!isRecord(body)) return body
  // The body of a lead without a contact lacks one thing: the address.
  body.contact ??= {}
  readFields(body, LeadBody)
  return body
}

function readFields(record: Record<string, unknown>, schema: TSchema): void {
  const { properties, required = [] } = schema as unknown as ObjectSchema
  for (const name of Object.keys(record)) {
    if (!Object.hasOwn(properties, name) || STRICT.has(name)) continue
    const field = properties[name]!
    const value = record[name]
    if (value === '' && !required.includes(name)) delete record[name]
    else if (isObject(field)) record[name] = readObject(value, field)
    else record[name] = readScalar(value, field)
  }
}

function readObject(value: unknown, schema: TSchema): unknown {
  if (Array.isArray(value) && value.length === 0) return {}
  if (isRecord(value) && 'properties' in schema) readFields(value, schema)
  return value
}

function readScalar(value: unknown, { type }: { type?: string | string[] }): unknown {
  const types = [type].flat()
  if (types.includes('string') && (typeof value === 'number' || typeof value === 'boolean')) {
    return String(value)
  }
  if (types.includes('number') && typeof value === 'string' && NUMERIC.test(value)) return Number(value)
  return value
}

interface ObjectSchema {
  properties: Record<string, TSchema & { type?: string | string[] }>
  required?: string[]
}

const NUMERIC = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i

function isObject({ type }: { type?: string | string[] }): boolean {
  return [type].flat().includes('object')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
