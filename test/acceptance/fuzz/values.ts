import fc from '../../support/fast-check.ts'
import type { Schema } from './description.ts'

/** Values by the name of the field or parameter that make a request more than well-formed: they exist. */
export type Known = Record<string, fc.Arbitrary<unknown> | undefined>

/** Values that a schema accepts, most of them ones that are known under this name. */
export function valuesOf(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const own = ofSchema(schema, known, name)
  const existing = known[name]
  return existing ? fc.oneof({ weight: 4, arbitrary: existing }, own) : own
}

function ofSchema(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === undefined) return fc.jsonValue({ maxDepth: 3 })
  return fc.oneof(...[schema.type].flat().map((type) => ofType(type, schema, known, name)))
}

function ofType(type: string, schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  const { minimum = -1000, maximum = 1_000_000, properties = {}, required = [] } = schema
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: minimum, max: maximum })
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    case 'string':
      return textOf(schema)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, known, `${name}[]`), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      })
    case 'object':
      if (!schema.properties)
        return fc.dictionary(plainText(30), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 })
      return fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([key, one]) => [key, valuesOf(one, known, key)]),
        ) as Record<string, fc.Arbitrary<unknown>>,
        { requiredKeys: required },
      )
    default:
      throw new Error(`a description has a ${type} in a request; say here how to make one.`)
  }
}

const DAY_MS = 86_400_000
const COUNTRY_CODE = '^[A-Za-z]{2}$'

const moments = fc
  .integer({ min: Date.UTC(1900, 0, 1) / DAY_MS, max: Date.UTC(2999, 11, 31) / DAY_MS })
  .map((day) => new Date(day * DAY_MS).toISOString())

function textOf({ format, pattern, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<unknown> {
  if (pattern === COUNTRY_CODE) return fc.constantFrom('US', 'us', 'CA', 'DE', 'AU', 'NL')
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength))
  switch (format) {
    case 'date':
      return moments.map((moment) => moment.slice(0, 10))
    case 'date-time':
      return moments
    case 'binary':
      return fc.uint8Array({ maxLength: 300 })
    case 'email':
      return fc.stringMatching(/^[a-z0-9]{1,20}(\.[a-z0-9]{1,20})?@[a-z0-9]{1,20}\.example\.com$/)
    case 'uuid':
      return fc.uuid()
    case undefined:
      return plainText(Math.min(maxLength, 300)).filter(
        (text) => text.trim().length >= minLength || minLength === 0,
      )
    default:
      throw new Error(`a description has the format ${format}; say here how to make one.`)
  }
}

/** Any text that JSON and a database can hold: emoji, control characters, right-to-left, but no NUL. */
function plainText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.string({ maxLength: Math.min(maxLength, 40) }) },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 12) }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 60) }) },
    )
    .map((text) => text.replaceAll('\0', '').slice(0, maxLength))
    .filter((text) => text.isWellFormed())
}
