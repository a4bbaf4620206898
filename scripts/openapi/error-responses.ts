import { adminErrorFormat } from '../../src/features/admin-api/index.ts'
import { leadErrorFormat } from '../../src/features/leads/routes/error-format.ts'
import { locatorErrorFormat } from '../../src/features/locator/error-format.ts'
import { registrationErrorFormat } from '../../src/features/registrations/routes/error-format.ts'
import { warrantyErrorFormat } from '../../src/features/warranty-api/index.ts'
import { AppError, type ErrorCode, Invalid } from '../../src/platform/errors.ts'
import { type Document, type Example, operationsOf, type Response } from './document.ts'
import { codesOf, type ErrorSchema } from './error-codes.ts'
import { ERROR_INPUTS, MOMENT } from './error-texts.ts'
import { errorHeaders } from './response-headers.ts'

const FORMATS = {
  WarrantyError: warrantyErrorFormat,
  AdminError: adminErrorFormat,
  LeadError: leadErrorFormat,
  RegistrationError: registrationErrorFormat,
  PlainError: locatorErrorFormat,
} satisfies Record<ErrorSchema, unknown>

/**
 * Gives each error response its headers and an example for each code it can have, adds the statuses that every path may
 * return, and moves what several operations share to the components.
 */
export function completeErrors(document: Document): void {
  const examples: Record<string, Example> = {}
  const uses = new Map<string, Use>()
  for (const { method, operation } of operationsOf(document)) {
    const schema = errorSchemaOf(operation.responses)
    operation.responses.default = {
      description: 'Any other error, such as 405 for a wrong method or 431 for headers over 64 KiB',
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      if (isSuccess(status) || !isError(response)) continue
      const own: Record<string, Example> = {}
      for (const code of codesOf(schema, status, { method, operation })) {
        const name = exampleName(schema, code)
        examples[name] = { summary: code, value: render(schema, code) }
        own[code] = { $ref: `#/components/examples/${name}` }
      }
      const complete: Response = {
        description: response.description,
        headers: errorHeaders(status, operation),
        content: {
          'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples: own },
        },
      }
      operation.responses[status] = complete
      const key = JSON.stringify(complete)
      const use = uses.get(key) ?? { schema, status, response: complete, places: [] }
      use.places.push(operation.responses)
      uses.set(key, use)
    }
  }
  document.components.examples = examples
  document.components.responses = share([...uses.values()])
}

interface Use {
  schema: ErrorSchema
  status: string
  response: Response
  /** The responses of the operations that have it. */
  places: Record<string, Response>[]
}

/** Moves each response with several uses to the components; the most used one of a status gets the plain name. */
function share(uses: Use[]): Record<string, Response> {
  const shared: Record<string, Response> = {}
  for (const { schema, status, response, places } of uses.sort((a, b) => b.places.length - a.places.length)) {
    if (places.length < 2) continue
    const name = schema + (status === 'default' ? 'Other' : status)
    let free = name
    for (let n = 2; free in shared; n++) free = `${name}Variant${n}`
    shared[free] = response
    for (const responses of places) {
      responses[status] = { $ref: `#/components/responses/${free}` } as Response
    }
  }
  return shared
}

function exampleName(schema: string, code: string): string {
  return `${schema}_${code}`
}

function render(schema: ErrorSchema, code: ErrorCode): object {
  const { message, issues = [] } = ERROR_INPUTS[code]
  const error = issues.length > 0 ? new Invalid(issues, code) : new AppError(code, message ?? code)
  return FORMATS[schema].render(error, MOMENT)
}

function errorSchemaOf(responses: Record<string, Response>): ErrorSchema {
  const reference = responses['400']!.content!['application/json']!.schema!.$ref!
  return reference.slice(reference.lastIndexOf('/') + 1) as ErrorSchema
}

function isSuccess(status: string): boolean {
  return status.startsWith('2') || status.startsWith('3')
}

/** Whether the body is one of the error formats: `/readyz` has a body of its own. */
function isError({ content = {} }: Response): boolean {
  return Object.values(content).some(({ schema }) =>
    Object.keys(FORMATS).some((name) => schema?.$ref?.endsWith(`/${name}`)),
  )
}
