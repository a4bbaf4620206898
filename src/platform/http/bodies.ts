import { Ajv, type ErrorObject } from 'ajv'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import { isCalendarDate } from '../dates.ts'
import { AppError, type ErrorCode, type Fault } from '../errors.ts'
import { isCountryCode, isEmail, isUuid } from '../validate.ts'
import { parseJsonBody, tidy } from './json-body.ts'
import { shapeOf } from './shapes.ts'

/** 1 MiB. */
const BODY_LIMIT = 1_048_576

export interface CodedFault extends Fault {
  code?: ErrorCode
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Root-level text fields of the body that are taken as they are: secrets, and what must not have blanks. */
    untrimmed?: readonly string[]
    /** Whether a request without any body is fine. */
    bodyOptional?: boolean
    /** Faults that a schema cannot tell. One with a code gives its code to the whole error. */
    inspectBody?: (body: unknown) => CodedFault[]
  }
  interface FastifyRequest {
    /** SHA-256 is taken of these bytes where a request may be repeated. */
    rawBody: Buffer | undefined
    bodyFaults: Fault[] | undefined
  }
}

// Forms send empty texts for what was left blank: the same as none, where the field is optional. A date is a date.
const FORMATS: Record<string, (text: string) => boolean> = {
  'calendar-date': isCalendarDate,
  'country-code': (text) => text === '' || isCountryCode(text),
  'practical-email': (text) => text === '' || isEmail(text),
  uuid: (text) => text === '' || isUuid(text),
}

const EXPECTED: Record<string, string> = {
  'calendar-date': 'must be a real date in the form YYYY-MM-DD, from 1900 to 2999',
  'country-code': 'must be an ISO 3166-1 alpha-2 country code such as US',
  'practical-email': 'must be an e-mail address of at most 254 characters',
  uuid: 'must be a UUID',
}

/**
 * Reads bodies as strict UTF-8 JSON and holds them against their route's schema, reporting every fault at
 * once. Nothing is coerced; strings are trimmed; a body that is not JSON never reaches a handler.
 */
export function addBodies(app: FastifyInstance): void {
  const ajv = new Ajv({ allErrors: true, strictTypes: false, formats: FORMATS, verbose: true })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (request, bytes: Buffer, done) => {
      try {
        done(null, readBody(request, bytes))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('bodyFaults', undefined)

  // Parameters are read by their routes, whose texts are part of the contract; schemas only document them.
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? ajv.compile(schema) : () => true))

  app.addHook('onRoute', (route) => {
    route.attachValidation = true
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { config, schema } = request.routeOptions
    done(schema?.body ? faultOfBody(request, config) : faultOfNeedlessBody(request))
  })
}

/** The error for an input with these faults, in the terms of the interface that the path belongs to. */
export function invalid(url: string, faults: Fault[], code?: ErrorCode): AppError {
  const [first] = faults
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  // Most messages go on from the field's name; those that are sentences stand alone.
  const subject = first && /^[A-Z]/.test(first.message) ? '' : `${first?.field || 'The body'} `
  const message = first ? `${subject}${first.message}${more}` : 'The input is wrong.'
  return new AppError(code ?? shapeOf(url).invalid, message, { faults })
}

function faultOfBody(request: FastifyRequest, config: FastifyContextConfig): AppError | undefined {
  const { body, url, validationError, bodyFaults } = request
  if (body === undefined) {
    if (config.bodyOptional) return undefined
    return new AppError('INVALID_JSON', 'The body is empty. Send a JSON object.')
  }
  const own = config.inspectBody?.(body) ?? []
  const broken = (validationError?.validation ?? []) as unknown as ErrorObject[]
  const faults = mergeFaults([...(bodyFaults ?? []), ...own, ...broken.map(explain)])
  return faults.length > 0 ? invalid(url, faults, own.find((fault) => fault.code)?.code) : undefined
}

/** An endpoint without a body of its own passes over an object, for clients that always send one. */
function faultOfNeedlessBody({ body, url }: FastifyRequest): AppError | undefined {
  if (body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body))) {
    return undefined
  }
  return invalid(url, [{ field: '', message: 'must be an object' }])
}

function readBody(request: FastifyRequest, bytes: Buffer): unknown {
  // Some clients name a type, often that of a form, where they send nothing.
  if (bytes.length === 0) return undefined
  const encoding = request.headers['content-encoding']
  if (encoding && encoding.trim().toLowerCase() !== 'identity') {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Compressed bodies are not accepted. Send the JSON as it is.',
    )
  }
  if (!isJson(request.headers['content-type'] ?? '')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as JSON with Content-Type: application/json.')
  }
  request.rawBody = bytes
  const { value, faults } = tidy(parseJsonBody(bytes), {
    untrimmed: request.routeOptions.config.untrimmed ?? [],
  })
  request.bodyFaults = faults
  return value
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';')
  if (!/^[ \t]*application\/(?:[a-z0-9.-]+\+)?json[ \t]*$/i.test(type)) return false
  return parameters.every(
    (parameter) => !/^[ \t]*charset=/i.test(parameter) || /=[ \t]*"?utf-?8"?[ \t]*$/i.test(parameter),
  )
}

/** One fault a field: the first that was found, which is the most basic one. */
function mergeFaults(faults: Fault[]): Fault[] {
  const seen = new Set<string>()
  return faults
    .filter(({ field }) => !seen.has(field) && seen.add(field))
    .map(({ field, message }) => ({ field, message }))
}

function explain(error: ErrorObject): Fault {
  const at = error.instancePath.slice(1).split('/').map(unescapePointer).join('.')
  const within = (name: string) => (at ? `${at}.${name}` : name)
  switch (error.keyword) {
    case 'required':
      return { field: within(error.params.missingProperty), message: 'is required' }
    case 'additionalProperties':
      return {
        field: within(error.params.additionalProperty),
        message: 'is not a field that can be given here',
      }
    case 'type':
      return { field: at, message: `must be ${article(error.params.type)}` }
    case 'minLength':
      return {
        field: at,
        message: error.data === '' ? 'is required' : `must have at least ${error.params.limit} characters`,
      }
    case 'maxLength':
      return { field: at, message: `must have at most ${error.params.limit} characters` }
    case 'enum':
      return { field: at, message: `must be one of ${error.params.allowedValues.filter(Boolean).join(', ')}` }
    case 'format':
      return { field: at, message: EXPECTED[error.params.format] ?? 'has the wrong form' }
    case 'minimum':
      return { field: at, message: `must be ${error.params.limit} or more` }
    case 'maximum':
      return { field: at, message: `must be ${error.params.limit} or less` }
    case 'maxProperties':
      return { field: at, message: `must have at most ${error.params.limit} keys` }
    case 'minProperties':
      return { field: at, message: 'must not be empty' }
    default:
      return { field: at, message: error.message ?? 'is wrong' }
  }
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function article(type: string | string[]): string {
  const names = [type].flat().filter((name) => name !== 'null')
  return names.map((name) => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`)).join(' or ')
}
