import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Context,
  context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Trace } from '../platform/trace.ts'
import { createSampler, type SamplerName } from './sampler.ts'

export interface TracingOptions {
  serviceName: string
  sampler: SamplerName
  samplerArg: number
  /** Whether traces continue from callers and to receivers. */
  propagates: boolean
  /** Milliseconds between two exports. */
  exportEveryMs: number
  /** Called when spans can't be sent. */
  onError: (message: string) => void
}

/** A request's span, from its first hook to its last. */
export interface RequestSpan {
  span: Span
  /** The context of the request's work. */
  context: Context
}

export interface Tracing extends Trace {
  readonly tracer: Tracer
  /** Starts a request's span, as a child of the caller's if its headers name one. */
  begin(name: string, headers: Record<string, string | string[] | undefined>): RequestSpan
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

/** Milliseconds that a stop waits for the collector. */
const LAST_EXPORT_MS = 2_000

const propagator = new W3CTraceContextPropagator()

/** Starts OpenTelemetry. Its exporter reads the receiver and the headers from OTEL_EXPORTER_OTLP_…. */
export function startTracing(options: TracingOptions): Tracing {
  const ignore = () => undefined
  const logger = { error: options.onError, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
  const manager = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(manager)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: createSampler(options.sampler, options.samplerArg),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: options.exportEveryMs,
      }),
    ],
  })
  const tracer = provider.getTracer('transom')

  return {
    tracer,
    begin(name, headers) {
      // The propagator expects one header of each name, and ignores several.
      const parent = options.propagates
        ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
        : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent)
      return { span, context: trace.setSpan(parent, span) }
    },
    async span(name, kind, attributes, work) {
      const spanKind = kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL
      const span = tracer.startSpan(name, { kind: spanKind, attributes })
      try {
        return await context.with(trace.setSpan(context.active(), span), work)
      } catch (error) {
        fail(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    headers(): Record<string, string> {
      if (!options.propagates) return {}
      const carrier: Record<string, string> = {}
      propagator.inject(context.active(), carrier, defaultTextMapSetter)
      // A caller's `tracestate` is not meant for third parties.
      const { traceparent } = carrier
      return traceparent === undefined ? {} : { traceparent }
    },
    async stop() {
      await Promise.race([provider.shutdown(), sleep(LAST_EXPORT_MS, undefined, { ref: false })])
      context.disable()
    },
  }
}

/** Records only the error's kind: its message may name people. */
function fail(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  span.setAttribute('error.type', typeof code === 'string' ? code : String(name ?? typeof error))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
