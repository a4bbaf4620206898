/** As much of OpenAPI 3.1 as this project's descriptions use. */
export interface Schema {
  $ref?: string
  title?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  description?: string
  required?: string[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  [keyword: string]: unknown
}

export interface Example {
  $ref?: string
  summary?: string
  value?: unknown
}

export interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, Example>
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header' | 'cookie'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Response {
  $ref?: string
  description: string
  headers?: Record<string, object>
  content?: Record<string, Media>
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}

interface Components {
  schemas: Record<string, Schema>
  securitySchemes: Record<string, object>
  responses?: Record<string, Response>
  parameters?: Record<string, Parameter>
  headers?: Record<string, object>
  examples?: Record<string, Example>
}

export interface Document {
  openapi: string
  info: { title: string; version: string; description: string; license: object }
  servers?: object[]
  tags?: { name: string; description: string }[]
  security?: object[]
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: Components
}

/** Returns every operation with its method and path. */
export function operationsOf(document: Pick<Document, 'paths'>) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
}

/** Returns a value with every object in it replaced by what `change` returns for it, the innermost first. */
export function rewrite<T>(value: T, change: (node: Record<string, unknown>) => Record<string, unknown>): T {
  if (Array.isArray(value)) return value.map((item) => rewrite(item, change)) as T
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewrite(item, change)]))
  return change(copy) as T
}
