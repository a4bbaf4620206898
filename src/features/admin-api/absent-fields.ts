import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { check } from '../../platform/schema-issues.ts'

interface ObjectSchema {
  properties?: Record<string, TSchema>
  required?: readonly string[]
}

/**
 * Returns a hook for `preValidation` that drops optional fields with null from bodies, unless the schema gives null a
 * meaning: in a request that creates or does something, they are absent.
 */
export function dropNulls(schema: TSchema) {
  return (request: FastifyRequest, _reply: unknown, done: () => void) => {
    request.body = withoutNulls(schema, request.body)
    done()
  }
}

function withoutNulls(schema: TSchema, value: unknown): unknown {
  const { properties, required = [] } = schema as ObjectSchema
  if (!properties || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).flatMap(([name, one]: [string, unknown]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!property) return [[name, one]]
    const isAbsent = one === null && !required.includes(name) && check(property, null).length > 0
    return isAbsent ? [] : [[name, withoutNulls(property, one)]]
  })
  return Object.fromEntries(fields)
}
