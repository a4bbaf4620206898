import type { ErrorObject } from 'ajv'
import type { FastifyContextConfig, FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify'
import { AppError, type ErrorCode, Invalid, type Issue, issue } from '../errors.ts'
import { parseJson, tidy } from '../json.ts'
import { createSchemaCompiler, explain, mergeIssues } from '../schema-issues.ts'
import { errorFormatOf } from './error-formats.ts'
import { idempotencyKeyIssues } from './idempotency.ts'
import type { Query } from './query.ts'

/** 1 MiB. */
const BODY_LIMIT = 1_048_576

export interface CodedIssue extends Issue {
  code?: ErrorCode
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Root-level text fields of the body that are taken as they are: secrets, and what must not have blanks. */
    untrimmed?: readonly string[]
    /** Whether an `Idempotency-Key` counts: a malformed one is told together with the faults of the body. */
    takesKey?: boolean
    /** Whether a request without any body is fine. */
    bodyOptional?: boolean
    /** Faults that a schema cannot tell. One with a code gives its code to the whole error. */
    inspectBody?: (body: unknown) => CodedIssue[]
    /** Faults of the query's parameters, told together with those of the body. */
    inspectQuery?: (params: Query['params']) => Issue[]
  }
  interface FastifyRequest {
    /** SHA-256 is taken of these bytes where a request may be repeated. */
    rawBody: Buffer | undefined
    bodyIssues: Issue[] | undefined
  }
}

/**
 * Reads bodies as strict UTF-8 JSON and holds them against their route's schema, reporting every fault at
 * once. Nothing is coerced; strings are trimmed; a body that is not JSON never reaches a handler.
 */
export function addBodies(app: FastifyInstance): void {
  const ajv = createSchemaCompiler()

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
  app.decorateRequest('bodyIssues', undefined)

  // Parameters are read by their routes, whose texts are part of the contract; schemas only document them.
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? ajv.compile(schema) : () => true))

  app.addHook('onRoute', (route) => {
    route.attachValidation = true
    const { schema, config, preValidation = [] } = route
    // An empty body is as malformed as any: it comes before what the route looks at.
    if (schema?.body && !config?.bodyOptional) route.preValidation = [requireBody, ...[preValidation].flat()]
  })
  app.addHook('preHandler', (request, _reply, done) => {
    const { config, schema } = request.routeOptions
    done(schema?.body ? faultOfBody(request, config) : faultOfNeedlessBody(request))
  })
}

/** The error for an input with these faults, in the terms of the interface that the path belongs to. */
export function invalid(url: string, issues: Issue[], code?: ErrorCode): AppError {
  return new Invalid(issues, code ?? errorFormatOf(url).invalid)
}

const requireBody: preValidationHookHandler = ({ body }, _reply, done) => {
  if (body !== undefined) return done()
  done(new AppError('INVALID_JSON', 'The body is empty. Send a JSON object.'))
}

function faultOfBody(request: FastifyRequest, config: FastifyContextConfig): AppError | undefined {
  const { body, query, url, validationError, bodyIssues } = request
  if (body === undefined) return undefined
  const own = config.inspectBody?.(body) ?? []
  const broken = (validationError?.validation ?? []) as unknown as ErrorObject[]
  const ofQuery = config.inspectQuery?.((query as Query).params) ?? []
  const ofKey = config.takesKey ? idempotencyKeyIssues(request) : []
  const issues = mergeIssues([...ofQuery, ...(bodyIssues ?? []), ...own, ...broken.map(explain), ...ofKey])
  return issues.length > 0 ? invalid(url, issues, own.find((fault) => fault.code)?.code) : undefined
}

/** An endpoint without a body of its own passes over an object, for clients that always send one. */
function faultOfNeedlessBody({ body, url }: FastifyRequest): AppError | undefined {
  if (body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body))) {
    return undefined
  }
  return invalid(url, [issue('', 'must be an object')])
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
  const { value, issues } = tidy(parseJson(bytes), {
    untrimmed: request.routeOptions.config.untrimmed ?? [],
  })
  request.bodyIssues = issues
  return value
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';')
  if (!/^[ \t]*application\/(?:[a-z0-9.-]+\+)?json[ \t]*$/i.test(type)) return false
  return parameters.every(
    (parameter) => !/^[ \t]*charset=/i.test(parameter) || /=[ \t]*"?utf-?8"?[ \t]*$/i.test(parameter),
  )
}
