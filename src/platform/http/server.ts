import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { addBodies, compileValidator } from './bodies.ts'
import { type ErrorFormat, ErrorFormats, PlainError } from './error-formats.ts'
import { closeGracefully } from './graceful-close.ts'
import { NOSNIFF, requestIdOf } from './headers.ts'
import { hostError, transferCodingError, URL_LIMIT } from './http-guards.ts'
import { IncomingBodies } from './incoming-bodies.ts'
import { createListener } from './listener.ts'
import { rejectOtherMethods } from './methods.ts'
import { parseQuery } from './query.ts'
import { validateResponses } from './response-validation.ts'
import { sendError } from './send-error.ts'
import { sendParserError } from './socket-errors.ts'
import { notFound, uriTooLong } from './to-app-error.ts'

const HEADERS_MS = 10_000
const BODY_MS = 30_000
const CLOSE_LIMIT_MS = 20_000

interface HttpOptions {
  log: Logger
  /** Addresses and CIDR ranges of reverse proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
  /** Whether a response that the route doesn't declare becomes a 500, for tests. */
  strictResponses: boolean
  /** Milliseconds that a client has for its headers; default 10 s. */
  headersMs?: number
  /** Milliseconds that a client has for its body after its headers; default 30 s. */
  bodyMs?: number
  /** Milliseconds after which a closing server cuts off all clients; default 20 s. */
  closeLimitMs?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Uses this format for errors below its prefix. Call it before adding the routes that declare them. */
    addErrorFormat(format: ErrorFormat): void
  }
}

/** Answers a request, or leaves it to Fastify by passing it on to `next`. */
export type FastPath = (request: IncomingMessage, response: ServerResponse, next: RequestListener) => void

/** A Fastify instance whose routes are typed by their TypeBox schemas. */
export type App = ReturnType<typeof createHttp>['app']

/**
 * Builds a server with the conventions of all interfaces: strict bodies and queries, request ids, errors in the
 * interface's format, 404/405/413/415, time limits. Add the routes to `app`, then call `finish`. It does not listen.
 * `useFastPath` makes all requests go through a fast path first.
 */
export function createHttp({
  log,
  trustedProxies,
  strictResponses,
  headersMs = HEADERS_MS,
  bodyMs = BODY_MS,
  closeLimitMs = CLOSE_LIMIT_MS,
}: HttpOptions) {
  const formats = new ErrorFormats()
  const bodies = new IncomingBodies(bodyMs)
  let fastPath: FastPath = (request, response, next) => next(request, response)
  const app = Fastify({
    logger: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: requestIdOf,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (handle) =>
      createListener((request, response) => fastPath(request, response, handle), {
        headersMs,
        formats,
      }),
    clientErrorHandler: (error, socket) => sendParserError(error, socket, { bodies, formats }),
    frameworkErrors: (error, request, reply) => {
      sendError(error, request as never, reply as never, { formats, log })
    },
    rewriteUrl: ({ url }) => formats.trimSlash(url!),
    schemaController: {
      compilersFactory: { buildValidator: (() => compileValidator) as never, buildSerializer },
    },
    routerOptions: { maxParamLength: 65_536, querystringParser: parseQuery as never },
  }).withTypeProvider<TypeBoxTypeProvider>()
  const plain = app as unknown as FastifyInstance

  app.decorate('addErrorFormat', (format: ErrorFormat) => {
    formats.add(format)
    // A scope with its own schemas loses the validator compiler.
    if (!app.getSchema(format.schema.$id)) app.addSchema(format.schema)
  })
  app.addSchema(PlainError)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, { formats, log }))
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply, { formats, log }))
  // Before the hook that refuses requests: their bodies arrive too.
  bodies.watch(plain)
  // Hooks of every request use callbacks: a promise costs more than most of them.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).header(...NOSNIFF)
    done(errorBeforeBody(request))
  })
  closeGracefully(plain, bodies, closeLimitMs)
  app.addHook('preValidation', (request, _reply, done) => {
    const { problem } = request.query as ReturnType<typeof parseQuery>
    done(problem ? new AppError(formats.of(request.url).invalidQuery, problem) : undefined)
  })
  const otherMethods = rejectOtherMethods(plain)
  addBodies(plain, formats)
  if (strictResponses) validateResponses(plain)
  return {
    app,
    finish: () => otherMethods.finish(),
    useFastPath(path: FastPath) {
      fastPath = path
    },
  }
}

/** Schemas only describe responses for openapi.json: typed code builds the responses, so they are not validated. */
function buildSerializer() {
  return () => (data: unknown) => JSON.stringify(data)
}

/** Returns the request's error that doesn't depend on its body, if any. */
function errorBeforeBody(request: FastifyRequest): AppError | undefined {
  if (request.url.length > URL_LIMIT) return uriTooLong()
  return (
    hostError(request.raw) ?? transferCodingError(request.raw) ?? (request.is404 ? notFound() : undefined)
  )
}
