import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** As much of JSON Schema as openapi.json uses for what goes in. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
}

interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required: boolean
  schema: Schema
}

/** One operation of openapi.json. */
export interface Operation {
  method: string
  /** With its parameters in braces. */
  path: string
  parameters: Parameter[]
  body?: Schema
  /** Which credentials it asks for. */
  security: 'bearer' | 'apiToken' | undefined
  /** What is wrong with an answer's body; undefined for a status that is not declared. */
  faultOf: (status: number, body: unknown) => string | undefined
  declares: (status: number) => boolean
  /** The headers that an answer with a declared status has, by their lower-case names. */
  headersOf: (status: number) => Record<string, { required?: boolean }>
}

type Media = {
  content?: Record<string, { schema: object }>
  headers?: Record<string, { required?: boolean }>
}

const source = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'))
const document = inline(source)
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'openapi.json')

/** All operations that openapi.json describes, without pages for people. */
export function readOperations(): Operation[] {
  return Object.entries<Record<string, Record<string, unknown>>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => !isPage((responses as Record<string, Media>)['200']))
      .map(([method, described]) => toOperation(method, path, described)),
  )
}

function isPage(answer: Media | undefined): boolean {
  return answer?.content !== undefined && 'text/html' in answer.content
}

function toOperation(method: string, path: string, described: Record<string, unknown>): Operation {
  const { parameters = [], requestBody, security, responses } = described
  const declared = responses as Record<string, Media>
  const validators = Object.fromEntries(
    Object.keys(declared).map((status) => [
      status,
      validatorAt(['paths', path, method, 'responses', status]),
    ]),
  )
  const statusOf = (status: number) => (declared[status] ? String(status) : `${Math.floor(status / 100)}XX`)
  return {
    method: method.toUpperCase(),
    path,
    parameters: parameters as Parameter[],
    body: (requestBody as Media | undefined)?.content?.['application/json']?.schema as Schema | undefined,
    security: (security as Record<string, unknown>[] | undefined)?.flatMap(Object.keys)[0] as never,
    declares: (status) => statusOf(status) in declared,
    headersOf: (status) =>
      Object.fromEntries(
        Object.entries(declared[statusOf(status)]?.headers ?? {}).map(([name, header]) => [
          name.toLowerCase(),
          header,
        ]),
      ),
    faultOf(status, body) {
      const validate = validators[statusOf(status)]
      return !validate || validate(body) ? undefined : ajv.errorsText(validate.errors)
    },
  }
}

/** Of the JSON that an answer has by the description; undefined where it describes none, or any type. */
function validatorAt(steps: string[]): ValidateFunction | undefined {
  const response = steps.reduce((node, step) => node[step], document) as Media
  if (!response.content?.['application/json']) return undefined
  const pointer = [...steps, 'content', 'application/json', 'schema'].map(
    (step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
  )
  return ajv.compile({ $ref: `openapi.json#${pointer.join('')}` })
}

/** Returns a part of the description with what each reference names in its place. No schema contains itself. */
// biome-ignore lint/suspicious/noExplicitAny: the description is read as it comes
function inline(node: any): any {
  if (Array.isArray(node)) return node.map(inline)
  if (typeof node !== 'object' || node === null) return node
  if (typeof node.$ref === 'string') {
    const steps: string[] = node.$ref.slice(2).split('/')
    return inline(steps.reduce((at, step) => at[step], source))
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value)]))
}
