import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { answerTogether } from './answer-together.ts'
import { addBodies } from './bodies.ts'
import { BodyTimeouts } from './body-timeouts.ts'
import { errorFormatOf } from './error-formats.ts'
import { sendError, sendParserError, tooSlow, uriTooLong } from './errors.ts'
import { NOSNIFF, requestIdOf } from './headers.ts'
import { closeGracefully, hostError, rejectUpgrades, transferCodingError, URL_LIMIT } from './http-guards.ts'
import { rejectOtherMethods } from './methods.ts'
import { parseQuery } from './query.ts'
import { validateResponses } from './response-validation.ts'
import { addErrorSchemas } from './responses.ts'

const HEADERS_MS = 10_000
const BODY_MS = 30_000
const CLOSE_LIMIT_MS = 20_000

interface HttpOptions {
  log: Logger
  /** Addresses and CIDR ranges of reverse proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[]
  /** Whether an answer that the route does not declare becomes a 500: for the tests. */
  strictResponses: boolean
  /** Milliseconds that a client has for its headers; 10 s unless a test says otherwise. */
  headersMs?: number
  /** Milliseconds from a request's headers to the end of its body; 30 s unless a test says otherwise. */
  bodyMs?: number
  /** Milliseconds after which a server that closes breaks what is still connected; 20 s unless a test says otherwise. */
  closeLimitMs?: number
}

/** A Fastify instance whose routes are typed by their TypeBox schemas. */
export type App = ReturnType<typeof createHttp>['app']

/**
 * The conventions that all interfaces share: strict bodies and queries, request ids, error shapes by path,
 * 404/405/413/415, time limits. Add the routes to `app`, then call `finish`. It never listens.
 */
export function createHttp({
  log,
  trustedProxies,
  strictResponses,
  headersMs = HEADERS_MS,
  bodyMs = BODY_MS,
  closeLimitMs = CLOSE_LIMIT_MS,
}: HttpOptions) {
  const bodies = new BodyTimeouts(bodyMs, (request, reply) => {
    sendError(tooSlow(), request, reply.header('connection', 'close'), log)
  })
  const app = Fastify({
    logger: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: requestIdOf,
    requestTimeout: headersMs + bodyMs,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      maxHeaderSize: 65_536,
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(headersMs, 1_000),
      // Its own answer has no body: `faultOfHost` answers instead.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => sendParserError(error, socket, bodies.requestOn(socket)),
    frameworkErrors: (error, request, reply) => sendError(error, request as never, reply as never, log),
    routerOptions: { maxParamLength: 65_536, querystringParser: parseQuery as never },
  }).withTypeProvider<TypeBoxTypeProvider>()

  // Schemas describe answers for openapi.json; answers are built from typed code and need no second look.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, log))
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply, log))
  rejectUpgrades(app.server)
  // Hooks of every request call back: a promise each costs more than what most of them do.
  app.addHook('onRequest', (request, reply, done) => {
    bodies.watch(request as unknown as FastifyRequest, reply as unknown as FastifyReply)
    reply.header('x-request-id', request.id).header(...NOSNIFF)
    done(faultBeforeBody(request))
  })
  closeGracefully(app as unknown as FastifyInstance, bodies, closeLimitMs)
  app.addHook('preValidation', (request, _reply, done) => {
    const { problem } = request.query as ReturnType<typeof parseQuery>
    if (!problem) return done()
    const { invalid } = errorFormatOf(request.url)
    done(new AppError(invalid === 'VALIDATION_ERROR' ? 'BAD_REQUEST' : invalid, problem))
  })
  const otherMethods = rejectOtherMethods(app as unknown as FastifyInstance)
  addErrorSchemas(app as unknown as FastifyInstance)
  addBodies(app as unknown as FastifyInstance)
  if (strictResponses) validateResponses(app as unknown as FastifyInstance)
  answerTogether(app as unknown as FastifyInstance, log)
  return { app, finish: () => otherMethods.finish() }
}

/** What is wrong with a request whatever its body is. */
function faultBeforeBody(request: FastifyRequest): AppError | undefined {
  if (request.url.length > URL_LIMIT) return uriTooLong()
  return (
    hostError(request.raw) ?? transferCodingError(request.raw) ?? (request.is404 ? notFound() : undefined)
  )
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this path.')
}
