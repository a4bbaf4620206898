import { context, SpanStatusCode } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestSpan, Tracing } from './open-telemetry.ts'

/** Runs each request in its own span. Call it before adding routes. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, headers } = request
    const route = request.routeOptions.url
    const begun = tracing.begin(route ? `${method} ${route}` : method, headers)
    begun.span.setAttributes({ 'http.request.method': method, 'transom.request_id': id })
    // Not the path, which names boats.
    if (route) begun.span.setAttribute('http.route', route)
    spans.set(request, begun)
    context.with(begun.context, done)
  })
  // A body arrives in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const begun = spans.get(request)
    if (begun) context.with(begun.context, done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    end(request, undefined)
    done()
  })

  function end(request: FastifyRequest, status: number | undefined): void {
    const begun = spans.get(request)
    if (!begun) return
    spans.delete(request)
    if (status !== undefined) begun.span.setAttribute('http.response.status_code', status)
    if (status === undefined || status >= 500) {
      begun.span.setAttribute('error.type', String(status ?? 'aborted'))
      begun.span.setStatus({ code: SpanStatusCode.ERROR })
    }
    begun.span.end()
  }
}
