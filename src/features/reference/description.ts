/** As much of openapi.json as its pages show. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  description?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { $ref?: string; value?: unknown }>
}

export interface Response {
  $ref?: string
  description: string
  headers?: Record<string, object>
  content?: Record<string, Media>
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}

export interface Description {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

/** Returns the part of the description that a reference names, or the part itself. */
export function resolve<T extends { $ref?: string }>(part: T, { components }: Description): T {
  if (part.$ref === undefined) return part
  const [kind, name] = part.$ref.split('/').slice(2) as [string, string]
  return components[kind]![name] as T
}

export interface Described {
  method: string
  path: string
  operation: Operation
  isWebhook: boolean
}

/** Returns the operations with this tag, webhooks included. */
export function operationsOf({ paths, webhooks = {} }: Description, tag: string): Described[] {
  return [paths, webhooks].flatMap((all) =>
    Object.entries(all).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => tags.includes(tag))
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          operation,
          isWebhook: all === webhooks,
        })),
    ),
  )
}
