import type { ErrorObject, ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify'
import { AppError, type ErrorCode, Invalid, type Issue, issue } from '../errors.ts'
import { parseJson, tidy } from '../json.ts'
import { createSchemaCompiler, explain, mergeIssues } from '../schema-issues.ts'
import type { ErrorFormats } from './error-formats.ts'
import { idempotencyKeyIssues } from './idempotency.ts'
import type { Query } from './query.ts'

/** 1 MiB. */
const BODY_LIMIT = 1_048_576

interface CodedIssue extends Issue {
  code?: ErrorCode
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Root-level text fields that are not trimmed: secrets, and values in which blanks are invalid. */
    untrimmed?: readonly string[]
    /**
     * Whether the route accepts an `Idempotency-Key`. An invalid one is reported together with the issues of the body.
     */
    takesKey?: boolean
    /** Milliseconds in which the body must arrive; default: those of the server. */
    bodyMs?: number
    /** Whether a request without a body is valid. */
    bodyOptional?: boolean
    /** Whether the body stays as it was parsed: the operation tidies parts that fail alone. */
    untidied?: boolean
    /** Returns issues that a schema cannot find. One with a code gives its code to the error. */
    inspectBody?: (body: unknown) => CodedIssue[]
    /** Returns issues of the query's parameters, reported together with those of the body. */
    inspectQuery?: (params: Query['params']) => Issue[]
  }
  interface FastifyRequest {
    /** The body's bytes, for the fingerprint of a request that may be repeated. */
    rawBody: Buffer | undefined
    bodyIssues: Issue[] | undefined
  }
}

const ajv = createSchemaCompiler()

/**
 * Returns a validator of bodies, whose schema is compiled by the first request: all of them take a third of the start.
 * Routes validate parameters themselves, because the contract fixes those texts.
 */
export function compileValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }) {
  if (httpPart !== 'body') return () => true
  let compiled: ValidateFunction | undefined
  function validate(body: unknown): boolean {
    compiled ??= ajv.compile(schema as object)
    const valid = compiled(body)
    validate.errors = compiled.errors
    return valid
  }
  validate.errors = undefined as ValidateFunction['errors']
  return validate
}

/**
 * Reads bodies as strict UTF-8 JSON and checks them against their route's schema, reporting all issues together.
 * Nothing is coerced; strings are trimmed; a body that is not JSON never reaches a handler.
 */
export function addBodies(app: FastifyInstance, formats: ErrorFormats): void {
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

  app.addHook('onRoute', (route) => {
    route.attachValidation = true
    const { schema, config, preValidation = [] } = route
    // An empty body is malformed, which is checked before the route's own rules.
    if (schema?.body && !config?.bodyOptional) route.preValidation = [requireBody, ...[preValidation].flat()]
  })
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.body === undefined) return done()
    const own = request.routeOptions.config.inspectBody?.(request.body) ?? []
    const issues = request.routeOptions.schema?.body
      ? issuesOf(request, own)
      : issuesOfUnusedBody(request.body)
    if (issues.length === 0) return done()
    const code = own.find((one) => one.code)?.code
    done(new Invalid(issues, code ?? formats.of(request.url).invalidInput))
  })
}

const requireBody: preValidationHookHandler = ({ body }, _reply, done) => {
  if (body !== undefined) return done()
  done(new AppError('INVALID_JSON', 'The body is empty. Send a JSON object.'))
}

function issuesOf(request: FastifyRequest, own: CodedIssue[]): Issue[] {
  const { config } = request.routeOptions
  const ofSchema = (request.validationError?.validation ?? []) as unknown as ErrorObject[]
  const ofQuery = config.inspectQuery?.((request.query as Query).params) ?? []
  const ofKey = config.takesKey ? idempotencyKeyIssues(request) : []
  return mergeIssues([...ofQuery, ...(request.bodyIssues ?? []), ...own, ...ofSchema.map(explain), ...ofKey])
}

/** An endpoint without its own body ignores an object, for clients that always send one. */
function issuesOfUnusedBody(body: unknown): Issue[] {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isObject ? [] : [issue('', 'must be an object')]
}

function readBody(request: FastifyRequest, bytes: Buffer): unknown {
  // Some clients send a content type, often that of a form, without a body.
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
  const { untidied, untrimmed = [] } = request.routeOptions.config
  const parsed = parseJson(bytes)
  const { value, issues } = untidied ? { value: parsed, issues: [] } : tidy(parsed, { untrimmed })
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
