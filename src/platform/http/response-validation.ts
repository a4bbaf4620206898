import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance } from 'fastify'

/**
 * Turns a response whose status or body the route doesn't declare into an unexpected error, so that tests fail. Fields
 * outside the schema are undeclared.
 */
export function validateResponses(app: FastifyInstance): void {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const validators = new Map<object, ValidateFunction>()

  app.addHook('onSend', async (request, reply, payload) => {
    const declared = request.routeOptions.schema?.response as Record<string, object> | undefined
    if (!declared || reply.statusCode >= 500) return payload
    const schema = declared[reply.statusCode] ?? declared[`${Math.floor(reply.statusCode / 100)}xx`]
    const where = `${request.method} ${request.routeOptions.url} ${reply.statusCode}`
    if (!schema) throw new Error(`${where} is not declared.`)
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return payload
    for (const [id, shared] of Object.entries(app.getSchemas())) {
      if (!ajv.getSchema(id)) ajv.addSchema(closed(shared) as object)
    }
    const validate = validators.get(schema) ?? ajv.compile(closed(schema) as object)
    validators.set(schema, validate)
    if (!validate(JSON.parse(String(payload)))) {
      throw new Error(`${where}: ${ajv.errorsText(validate.errors)}`)
    }
    return payload
  })
}

/** Returns the schema with every object that lists its properties closed to others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) copy[key] = closed(value)
  return 'properties' in copy ? { additionalProperties: false, ...copy } : copy
}
