import { isDeepStrictEqual } from 'node:util'
import { type Operation, operationsOf, type Parameter, type Schema } from './document.ts'

type Schemas = Record<string, Schema>

const SINGULARS: Record<string, string> = { addresses: 'address', categories: 'category', history: 'entry' }

/**
 * Moves every schema of an object to `schemas`, under a name, and refers to it in its place. A name is the schema's
 * title or follows from its place: a list of `User` is `UserListResponse`, the item of `Health.findings` is
 * `HealthFinding`, the body of `createUser` is `CreateUserRequest`.
 */
export function nameSchemas(paths: Record<string, Record<string, Operation>>, schemas: Schemas): void {
  for (const { operation } of operationsOf({ paths })) {
    const name = capitalize(operation.operationId)
    for (const media of Object.values(operation.requestBody?.content ?? {})) {
      media.schema = hoist(media.schema!, `${name}Request`, schemas)
    }
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const media of Object.values(content)) {
        if (Number(status) < 400 && media.schema) media.schema = nameResponse(media.schema, name, schemas)
        else media.schema = hoist(media.schema!, `${name}${status}`, schemas)
      }
    }
    for (const parameter of operation.parameters ?? []) {
      if ('schema' in parameter) parameter.schema = hoist(describedAgain(parameter), '', schemas)
    }
  }
}

/** Returns a parameter's schema with the description that @fastify/swagger moved out of it, if it has a name. */
function describedAgain({ schema, description }: Parameter): Schema {
  return schema.title !== undefined && description !== undefined ? { ...schema, description } : schema
}

function nameResponse(schema: Schema, operation: string, schemas: Schemas): Schema {
  const { data } = schema.properties ?? {}
  if (!data || !('meta' in schema.properties!)) return hoist(schema, `${operation}Response`, schemas)
  const hoisted = hoist(data, `${operation}Result`, schemas)
  const one = hoisted.$ref ?? hoisted.items?.$ref
  const isOwn = one === undefined || nameOf(one) === `${operation}Result`
  const name = isOwn ? `${operation}Response` : `${nameOf(one)}${hoisted.$ref ? '' : 'List'}Response`
  return hoist({ ...schema, properties: { ...schema.properties, data: hoisted } }, name, schemas)
}

/** Returns a schema in which every object is a reference; the first one is called `name` unless it has a title. */
export function hoist(schema: Schema, name: string, schemas: Schemas): Schema {
  const { title, ...rest } = schema
  const own = title ?? name
  const copy: Schema = { ...rest }
  if (copy.properties) {
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([key, value]) => [
        key,
        hoist(value, own + capitalize(isList(value) ? singular(key) : key), schemas),
      ]),
    )
  }
  if (copy.items) copy.items = hoist(copy.items, own, schemas)
  if (typeof copy.additionalProperties === 'object') {
    copy.additionalProperties = hoist(copy.additionalProperties, `${own}Value`, schemas)
  }
  for (const union of ['anyOf', 'allOf', 'oneOf'] as const) {
    const members = copy[union] as Schema[] | undefined
    if (members) copy[union] = members.map((member) => hoist(member, own, schemas))
  }
  if (title === undefined && !(copy.properties && Object.keys(copy.properties).length > 0)) return copy
  return { $ref: keep(own, copy, schemas) }
}

function keep(name: string, schema: Schema, schemas: Schemas): string {
  const known = schemas[name]
  if (known && !isDeepStrictEqual(known, schema)) {
    throw new Error(`Two schemas are called ${name}. Give one of them another name with Named().`)
  }
  schemas[name] = schema
  return `#/components/schemas/${name}`
}

function isList({ type, items, anyOf }: Schema): boolean {
  return (type === 'array' && items !== undefined) || (anyOf ?? []).some(isList)
}

function singular(name: string): string {
  return SINGULARS[name] ?? name.replace(/s$/, '')
}

function capitalize(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase())
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
