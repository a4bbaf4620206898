import { METHODS } from 'node:http'
import type { FastifyContextConfig, FastifyInstance, HTTPMethods } from 'fastify'
import { AppError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page for browsers: other methods find nothing at its path. */
    forBrowsers?: boolean
    /** Returns the headers with which OPTIONS lets the pages of an origin send this method; none where they may not. */
    preflight?: (origin: string) => Promise<Record<string, string>>
  }
}

/** The order of methods in Allow. */
const USUAL: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Answers all other methods on the paths of routes: OPTIONS with 204, the rest with 405, both with Allow (RFC 9110
 * section 15.5.6). They need no token. Call `finish` when all routes are added.
 */
export function rejectOtherMethods(app: FastifyInstance): { finish(): void } {
  const allowed = new Map<string, Set<string>>()
  const preflights = new Map<string, NonNullable<FastifyContextConfig['preflight']>>()
  // Every method that the parser accepts, except CONNECT, which asks for a tunnel instead of a path.
  for (const method of METHODS) {
    const isKnown = app.supportedMethods.includes(method)
    if (!isKnown && method !== 'CONNECT') app.addHttpMethod(method, { hasBody: true })
  }
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.forBrowsers) return
    const methods = allowed.get(url) ?? new Set(['OPTIONS'])
    for (const name of [method].flat()) methods.add(name)
    if (methods.has('GET')) methods.add('HEAD')
    allowed.set(url, methods)
    if (config?.preflight) preflights.set(url, config.preflight)
  })
  return {
    finish() {
      for (const [url, methods] of [...allowed]) {
        const allow = USUAL.filter((method) => methods.has(method)).join(', ')
        app.route({
          method: app.supportedMethods.filter((method) => !methods.has(method) || method === 'OPTIONS'),
          url,
          // Before the body is read, because the method is wrong whatever the body is.
          onRequest: async (request, reply) => {
            if (request.method === 'OPTIONS') {
              const { origin } = request.headers
              if (origin !== undefined) reply.headers((await preflights.get(url)?.(origin)) ?? {})
              return reply.status(204).header('allow', allow).send()
            }
            throw new AppError(
              'METHOD_NOT_ALLOWED',
              `${request.method} is not supported here. Allowed: ${allow}.`,
              {
                headers: { allow },
              },
            )
          },
          handler: async () => undefined,
        })
      }
    },
  }
}
