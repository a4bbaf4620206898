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

/** One operation of a description. */
export interface Operation {
  method: string
  /** With its parameters in braces. */
  path: string
  parameters: Parameter[]
  body?: Schema
  /** The media type of the body. */
  mediaType: string
  /** Which credentials it accepts: `bearer`, `apiToken`, `session`. */
  security: string[]
  /** The errors of a response's body; undefined for a status that is not declared. */
  faultOf: (status: number, body: unknown) => string | undefined
  declares: (status: number) => boolean
  /** The media types of an answer with a declared status. */
  typesOf: (status: number) => string[]
  /** The headers that an answer with a declared status has, by their lower-case names. */
  headersOf: (status: number) => Record<string, { required?: boolean }>
}

type Media = {
  content?: Record<string, { schema: object }>
  headers?: Record<string, { required?: boolean }>
}

/** Returns all operations that a description has, without pages for people. */
export function readOperations(file = 'openapi.json'): Operation[] {
  const document = inlined(JSON.parse(readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')))
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, file)
  return Object.entries<Record<string, Record<string, unknown>>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => !isPage((responses as Record<string, Media>)['200']))
      .map(([method, described]) => {
        const validatorOf = (status: string) =>
          validatorAt({ ajv, document, file }, ['paths', path, method, 'responses', status])
        return toOperation(method, path, described, validatorOf)
      }),
  )
}

function isPage(answer: Media | undefined): boolean {
  return answer?.content !== undefined && Object.keys(answer.content).every((type) => type === 'text/html')
}

function toOperation(
  method: string,
  path: string,
  described: Record<string, unknown>,
  validatorOf: (status: string) => ValidateFunction | undefined,
): Operation {
  const { parameters = [], requestBody, security, responses } = described
  const declared = responses as Record<string, Media>
  const validators = Object.fromEntries(Object.keys(declared).map((status) => [status, validatorOf(status)]))
  const statusOf = (status: number) => (declared[status] ? String(status) : `${Math.floor(status / 100)}XX`)
  const [mediaType = 'application/json', body] =
    Object.entries((requestBody as Media | undefined)?.content ?? {})[0] ?? []
  return {
    method: method.toUpperCase(),
    path,
    parameters: parameters as Parameter[],
    body: body?.schema as Schema | undefined,
    mediaType,
    security: ((security ?? []) as Record<string, unknown>[]).flatMap(Object.keys),
    declares: (status) => statusOf(status) in declared,
    typesOf: (status) => Object.keys(declared[statusOf(status)]?.content ?? {}),
    headersOf: (status) =>
      Object.fromEntries(
        Object.entries(declared[statusOf(status)]?.headers ?? {}).map(([name, header]) => [
          name.toLowerCase(),
          header,
        ]),
      ),
    faultOf(status, body) {
      const validate = validators[statusOf(status)]
      return !validate || validate(body) ? undefined : JSON.stringify(validate.errors)
    },
  }
}

/** The schema of a response's JSON; undefined if the description has none, or allows any type. */
function validatorAt(
  // biome-ignore lint/suspicious/noExplicitAny: the description is read as it comes
  { ajv, document, file }: { ajv: Ajv2020; document: any; file: string },
  steps: string[],
): ValidateFunction | undefined {
  const response = steps.reduce((node, step) => node[step], document) as Media
  if (!response.content?.['application/json']) return undefined
  const pointer = [...steps, 'content', 'application/json', 'schema'].map(
    (step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
  )
  return ajv.compile({ $ref: `${file}#${pointer.join('')}` })
}

/** Returns the description with what each reference names in its place. No schema contains itself. */
// biome-ignore lint/suspicious/noExplicitAny: the description is read as it comes
function inlined(source: any, node = source): any {
  if (Array.isArray(node)) return node.map((one) => inlined(source, one))
  if (typeof node !== 'object' || node === null) return node
  if (typeof node.$ref === 'string') {
    const steps: string[] = node.$ref.slice(2).split('/')
    return inlined(
      source,
      steps.reduce((at, step) => at[step], source),
    )
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inlined(source, value)]))
}
