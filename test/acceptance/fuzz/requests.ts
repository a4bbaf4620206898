import fc from '../../support/fast-check.ts'
import type { Operation } from './description.ts'
import { oddBodies, oddContentTypes, oddHeaders, oddNames, oddPieces, oddValues, Source } from './odd.ts'
import { type Known, valuesOf } from './values.ts'

/** A request as it will be written, save `{{access}}`, `{{refresh}}` and `{{token}}`, which stand for the caller's own. */
export interface FuzzRequest {
  method: string
  path: string
  query: string[]
  headers: [string, string][]
  /** JSON, or bytes as they are; undefined for none. */
  body: unknown
  isChunked: boolean
  /** Whether the path still is one of the operation's. */
  isOnPath: boolean
}

type Mutation = (request: FuzzRequest) => FuzzRequest

/** Requests that the description allows. */
export function validRequests(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  return allowedRequests(operation, known).filter(isOfOperation)
}

/** A path whose last parameter is empty is another operation's, as a trailing slash changes nothing. */
function isOfOperation({ path }: FuzzRequest): boolean {
  return !/[^/]\/$/.test(path)
}

function allowedRequests(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  const inQuery = operation.parameters.filter((one) => one.in === 'query')
  const query = fc.record(
    Object.fromEntries(inQuery.map(({ name, schema }) => [name, valuesOf(schema, known, `?${name}`)])),
    { requiredKeys: inQuery.filter((one) => one.required).map((one) => one.name) },
  )
  const path = fc.record(
    Object.fromEntries(
      operation.parameters
        .filter((one) => one.in === 'path')
        .map(({ name, schema }) => [name, valuesOf(schema, known, `/${name}`)]),
    ),
  )
  const isJson = operation.mediaType === 'application/json'
  const body = operation.body
    ? valuesOf(operation.body, known, isJson ? '' : operation.mediaType)
    : fc.constant(undefined)
  const key = fc.option(fc.uuid(), { freq: 8, nil: undefined })
  const credentials = fc.constantFrom(...credentialsOf(operation))
  return fc.record({ query, path, body, key, credentials }).map(({ query, path, body, key, credentials }) => {
    const filled = fill(operation.path, path)
    return {
      method: operation.method,
      path: filled,
      query: Object.entries(query)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`),
      headers: [
        ...credentials,
        ...(body === undefined ? [] : [['content-type', operation.mediaType] as [string, string]]),
        ...(key === undefined ? [] : [['idempotency-key', key] as [string, string]]),
      ],
      body,
      isChunked: false,
      isOnPath: isOnPath(operation.path, filled),
    }
  })
}

/** The same, wrong in one to three ways. */
export function mutatedRequests(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(validRequests(operation, known), fc.array(mutations(operation), { minLength: 1, maxLength: 3 }))
    .map(([request, changes]) => changes.reduce((changed, change) => change(changed), request))
    .filter(isOfOperation)
}

function mutations(operation: Operation): fc.Arbitrary<Mutation> {
  const ofBody: fc.WeightedArbitrary<Mutation>[] = [
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.nat(), oddValues)
        .map(([at, value]) => inBody(at, (of, key) => define(of, key, value))),
    },
    { weight: 2, arbitrary: fc.nat().map((at) => inBody(at, (of, key) => void delete of[key])) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.nat(), oddNames, oddValues)
        .map(([at, name, value]) =>
          inBody(at, (of) => define(of, Array.isArray(of) ? String(of.length) : name, value)),
        ),
    },
    { weight: 2, arbitrary: oddBodies.map((body) => (request) => ({ ...request, body })) },
    { weight: 1, arbitrary: fc.constant<Mutation>((request) => ({ ...request, isChunked: true })) },
    { weight: 1, arbitrary: fc.constant<Mutation>((request) => ({ ...request, body: undefined })) },
    { weight: 2, arbitrary: oddContentTypes.map((type) => withHeader('content-type', type)) },
  ]
  const parameters = [
    ...operation.parameters.filter((one) => one.in === 'query').map((one) => one.name),
    'unknown',
  ]
  const names = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...parameters) }, oddPieces)
  const ofQuery: fc.WeightedArbitrary<Mutation>[] = [
    {
      weight: 4,
      arbitrary: fc.tuple(names, oddPieces).map(([name, value]) => replaced(name, `${name}=${value}`)),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(names, oddPieces).map(([name, value]) => (request) => ({
        ...request,
        query: [...request.query, `${name}=${value}`],
      })),
    },
    { weight: 1, arbitrary: fc.constantFrom(...parameters).map((name) => replaced(name)) },
    {
      weight: 1,
      arbitrary: oddPieces.map((piece) => (request) => ({ ...request, query: [...request.query, piece] })),
    },
  ]
  const ofHeaders: fc.WeightedArbitrary<Mutation>[] = [
    { weight: 3, arbitrary: oddHeaders.map(([name, value]) => withHeader(name, value)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('authorization', 'x-api-token', 'cookie', 'origin')
        .map((name) => withHeader(name)),
    },
    {
      weight: 1,
      arbitrary: oddHeaders.map((header) => (request) => ({
        ...request,
        headers: [...request.headers, header],
      })),
    },
  ]
  const ofPath: fc.WeightedArbitrary<Mutation>[] = operation.path.includes('{')
    ? [{ weight: 6, arbitrary: oddPieces.map((piece) => onPath(operation, piece)) }]
    : []
  return fc.oneof(...ofBody, ...ofQuery, ...ofHeaders, ...ofPath)
}

/** Changes what holds the value with this number among all of a JSON body's values. */
function inBody(at: number, change: (of: Record<string, unknown>, key: string) => void): Mutation {
  return (request) => {
    if (typeof request.body !== 'object' || request.body === null || request.body instanceof Uint8Array)
      return request
    const body = copy(request.body)
    const places: [Record<string, unknown>, string][] = []
    const visit = (of: Record<string, unknown>) => {
      for (const key of Object.keys(of)) {
        places.push([of, key])
        if (typeof of[key] === 'object' && of[key] !== null && !(of[key] instanceof Source))
          visit(of[key] as Record<string, unknown>)
      }
    }
    visit(body as Record<string, unknown>)
    const place = places[at % places.length]
    if (place) change(...place)
    return { ...request, body }
  }
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (typeof value !== 'object' || value === null || value instanceof Source) return value
  const made = {}
  for (const [key, one] of Object.entries(value)) define(made, key, copy(one))
  return made
}

function define(of: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(of, name, { value, enumerable: true, configurable: true, writable: true })
}

function replaced(name: string, ...pieces: string[]): Mutation {
  return (request) => ({
    ...request,
    query: [...request.query.filter((piece) => !piece.startsWith(`${name}=`)), ...pieces],
  })
}

function withHeader(name: string, ...values: string[]): Mutation {
  return (request) => ({
    ...request,
    headers: [
      ...request.headers.filter(([own]) => own !== name),
      ...values.map((value) => [name, value] as [string, string]),
    ],
  })
}

function onPath(operation: Operation, piece: string): Mutation {
  return (request) => {
    const path = operation.path.replace(/\{\w+\}/, () => piece)
    return { ...request, path, isOnPath: isOnPath(operation.path, path) }
  }
}

function fill(path: string, values: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_braces, name) => encodeURIComponent(String(values[name])))
}

function isOnPath(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
}

/** The headers by which a caller is known: one of these lists. */
function credentialsOf({ path, security }: Operation): [string, string][][] {
  if (path === '/challenge') {
    return [
      [
        ['x-api-token', '{{key}}'],
        ['origin', '{{page}}'],
      ],
    ]
  }
  const known: Record<string, [string, string][]> = {
    bearer: [['authorization', 'Bearer {{access}}']],
    apiToken: [['x-api-token', '{{token}}']],
    session: [
      ['cookie', 'transom_session={{session}}'],
      ['origin', 'http://fuzz'],
    ],
  }
  return security.length === 0 ? [[]] : security.map((name) => known[name]!)
}

/** The bytes of a request. `tokens` are put in the place of `{{…}}`. */
export function toBytes(request: FuzzRequest, tokens: Record<string, string>): Buffer {
  const own = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (braces, name) => tokens[name] ?? braces)
  const { method, path, query, headers, body, isChunked } = request
  const bytes = body === undefined || body instanceof Uint8Array ? body : Buffer.from(own(toJson(body)))
  const framing =
    bytes === undefined ? [] : [isChunked ? 'transfer-encoding: chunked' : `content-length: ${bytes.length}`]
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path
  const lines = [...headers.map(([name, value]) => `${name}: ${own(value)}`), ...framing]
  const head = Buffer.from(
    `${method} ${target} HTTP/1.1\r\nhost: fuzz\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`,
    'latin1',
  )
  if (bytes === undefined) return head
  return Buffer.concat([head, isChunked ? chunked(bytes) : bytes])
}

function toJson(value: unknown): string {
  const sources: string[] = []
  const text = JSON.stringify(value, (_key, one) =>
    one instanceof Source ? `«${sources.push(one.text) - 1}»` : one,
  )
  return text.replaceAll(/"«(\d+)»"/g, (_mark, index) => sources[index] ?? '')
}

/** In two chunks, cut in the middle. */
function chunked(bytes: Uint8Array): Buffer {
  const middle = bytes.length >> 1
  const parts = [bytes.subarray(0, middle), bytes.subarray(middle)].filter((part) => part.length > 0)
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ])
}
