import { type Document, type Media, operationsOf, type Parameter } from './document.ts'
import { FIELDS } from './example-values.ts'
import { sample } from './sample.ts'

const FILES: Record<string, string> = {
  'text/csv': 'dealer_code,name,postal_code,country\nHC-015,Tidewater Marine Lewisville,75067,US\n',
  'application/x-ndjson': '{"dealer_code":"HC-015","name":"Tidewater Marine Lewisville"}\n',
  'text/event-stream': 'data: {"state":"running","progress":{"done":400,"total":1000},"summary":null}\n\n',
}

/** Adds an example to each parameter that is required, each body and each successful response. */
export function completeExamples(document: Document): void {
  const { schemas } = document.components
  const version = 'AdminError' in schemas ? '1.0.0' : '0.2.0'
  const complete = (content: Record<string, Media> = {}, status = 0) => {
    for (const [type, media] of Object.entries(content)) {
      if (media.examples || media.example !== undefined || type === '*/*') continue
      const value = FILES[type] ?? sample(media.schema!, schemas)
      media.example = isEnvelope(value) ? { ...value, status, meta: { ...value.meta, version } } : value
    }
  }
  for (const { operation } of operationsOf({ paths: { ...document.paths, ...document.webhooks } })) {
    for (const parameter of operation.parameters ?? []) {
      if ('name' in parameter && parameter.required) exemplify(parameter)
    }
    complete(operation.requestBody?.content)
    for (const [status, { content }] of Object.entries(operation.responses)) {
      complete(content, Number(status))
    }
  }
}

function isEnvelope(value: unknown): value is { meta: object } {
  return typeof value === 'object' && value !== null && 'meta' in value && 'success' in value
}

function exemplify(parameter: Parameter): void {
  const { name, schema } = parameter
  if (schema.enum || schema.$ref) return
  parameter.example = schema.type === 'integer' ? 1 : (FIELDS[name] ?? 'text')
}
