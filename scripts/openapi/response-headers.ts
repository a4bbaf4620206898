import { type Document, type Operation, operationsOf, type Parameter } from './document.ts'

/** The generator's data about a route beside its schema. */
export interface RouteFacts {
  takesKey: boolean
  versioned: boolean
}

const text = { type: 'string' }
const integer = { type: 'integer' }

/** Every header of a response that a program may use. */
const HEADERS: Record<string, { description: string; required?: boolean; schema: object; example: unknown }> =
  {
    'X-Request-Id': {
      description:
        'The id of the request: your own, if you sent a plain one, else a new one. Quote it in reports.',
      required: true,
      schema: text,
      example: 'q7Jk2Vw9s1Xa-42',
    },
    RateLimit: {
      description:
        'What is left of the limit: `r` requests, and seconds `t` until the quota is full. Absent where there is no limit.',
      schema: text,
      example: '"default";r=599;t=1',
    },
    'RateLimit-Policy': {
      description: 'The limit: `q` requests in `w` seconds. Absent where there is no limit.',
      schema: text,
      example: '"default";q=600;w=60',
    },
    'Retry-After': {
      description: 'Seconds to wait before the next try',
      schema: integer,
      example: 12,
    },
    'WWW-Authenticate': {
      description: 'How to authenticate (RFC 6750 where tokens are bearer tokens)',
      required: true,
      schema: text,
      example: 'Bearer',
    },
    ETag: {
      description: 'The version of the record or response, for `If-Match` or `If-None-Match`',
      required: true,
      schema: text,
      example: '"9f0c3a"',
    },
    'Cache-Control': {
      description: 'Who may keep the response',
      required: true,
      schema: text,
      example: 'private, no-cache',
    },
    Link: {
      description: 'Relative URLs of other pages (RFC 8288): `first`, `prev`, `next`, `last`',
      required: true,
      schema: text,
      example: '</api/v1/warranty?page=1>; rel="first", </api/v1/warranty?page=1>; rel="last"',
    },
    'Idempotency-Replayed': {
      description:
        '`true` if this is the stored response to an earlier request with the same `Idempotency-Key`',
      schema: { type: 'string', enum: ['true'] },
      example: 'true',
    },
    'X-Lead-Id': { description: 'Id of the stored lead', required: true, schema: integer, example: 2 },
    'X-Lead-Version': {
      description: 'Version of the lead interface',
      required: true,
      schema: text,
      example: '0.1.1',
    },
    'X-Duplicate-Of-Lead-Id': {
      description: 'The lead that this one repeats, where the brand recognizes duplicates',
      schema: integer,
      example: 2,
    },
    'Content-Disposition': {
      description: 'Name of the file',
      required: true,
      schema: text,
      example: 'attachment; filename="import-1-invalid-rows.csv"',
    },
    'Set-Cookie': {
      description: 'The cookie `transom_session`, or its end',
      schema: text,
      example: 'transom_session=…; Path=/; HttpOnly; SameSite=Strict',
    },
  }

const LEAD = ['X-Lead-Id', 'X-Lead-Version', 'X-Duplicate-Of-Lead-Id']

/** Headers of single operations' successes. */
const BY_OPERATION: Record<string, string[]> = {
  listWarranties: ['Link'],
  findDealers: ['ETag', 'Cache-Control'],
  getChallenge: ['Cache-Control'],
  submitLead: LEAD,
  readInvalidRows: ['Content-Disposition'],
  exportRecords: ['Content-Disposition'],
  showCertificate: ['Content-Disposition'],
  signIn: ['Set-Cookie'],
  signOut: ['Set-Cookie'],
  createFirstAdministrator: ['Set-Cookie'],
}

/** Headers of single operations' requests. */
const REQUEST_BY_OPERATION: Record<string, string[]> = { submitLead: ['Challenge'] }

/** Headers of requests that several operations take. */
const REQUEST_HEADERS: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your own, such as a UUID. For 24 hours, the same request with the same key gets the first response again and does nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    example: '0b2f7f9e-6f0c-4d0f-9f8e-3c1b6a3c1c1a',
  },
  Challenge: {
    name: 'X-Transom-Challenge',
    in: 'header',
    description: 'With a publishable key: the solved challenge of `GET /challenge`',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the record that you read: with another version nothing changes, and the status is 412',
    schema: { type: 'string' },
    example: '"9f0c3a"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of the response that you have: if it is still valid, the status is 304, without a body',
    schema: { type: 'string' },
  },
}

/** Declares the headers that operations take, and those of their successful responses. */
export function completeHeaders(document: Document, facts: ReadonlyMap<string, RouteFacts>): void {
  for (const { operation } of operationsOf(document)) {
    operation.security ??= []
    const fact = facts.get(operation.operationId)
    const taken = [
      ...(fact?.takesKey ? ['IdempotencyKey'] : []),
      ...(operation.responses['412'] ? ['IfMatch'] : []),
      ...(operation.responses['304'] ? ['IfNoneMatch'] : []),
      ...(REQUEST_BY_OPERATION[operation.operationId] ?? []),
    ]
    if (taken.length > 0) {
      const references = taken.map((name) => ({ $ref: `#/components/parameters/${name}` }))
      operation.parameters = [...(operation.parameters ?? []), ...references]
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!/^[23]/.test(status)) {
        // Errors with a body of their own; the others have theirs with the response that they refer to.
        if (!('$ref' in response)) response.headers ??= errorHeaders(status, operation)
        continue
      }
      response.headers = references([
        'X-Request-Id',
        ...limits(operation),
        ...(fact?.versioned ? ['ETag'] : []),
        ...(fact?.takesKey ? ['Idempotency-Replayed'] : []),
        ...(BY_OPERATION[operation.operationId] ?? []),
      ])
    }
  }
}

/** Adds the definitions of all headers that the document refers to. */
export function addHeaderComponents(document: Document): void {
  const text = JSON.stringify([document.paths, document.webhooks, document.components.responses])
  const used = <T>(all: Record<string, T>, kind: string) =>
    Object.fromEntries(
      Object.entries(all).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
    )
  document.components.headers = used(HEADERS, 'headers')
  document.components.parameters = {
    ...document.components.parameters,
    ...used(REQUEST_HEADERS, 'parameters'),
  }
}

export function errorHeaders(status: string, operation: Operation): Record<string, object> {
  const known = !['401', '408', '414', 'default'].includes(status)
  return references([
    'X-Request-Id',
    ...(known ? limits(operation) : []),
    ...(status === '401' ? ['WWW-Authenticate'] : []),
    ...(['409', '429', '503'].includes(status) ? ['Retry-After'] : []),
  ])
}

function limits({ security = [] }: Operation): string[] {
  return security.length > 0 ? ['RateLimit', 'RateLimit-Policy'] : []
}

function references(names: string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
