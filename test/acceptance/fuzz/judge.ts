import { TIMESTAMP } from '../../support/envelope.ts'
import type { RawAnswer } from '../../support/raw-connection.ts'
import type { Operation } from './description.ts'
import type { FuzzRequest } from './requests.ts'

/** Texts that a response must never contain. */
const INNARDS =
  /\bat .*\.[jt]s:\d|node_modules|SQLITE_|\bselect\b.*\bfrom\b|syntax error at|127\.0\.0\.1:\d/is

/** Headers of HTTP itself, of browsers' security, for proxies, and those that refuse a method. */
const GENERAL = [
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['x-content-type-options', 'content-security-policy', 'referrer-policy', 'cache-control'],
  ...['allow', 'x-accel-buffering'],
  ...['access-control-allow-origin', 'access-control-expose-headers', 'vary'],
]

/** Returns the errors of a response's headers, according to the description. */
function faultsOfHeaders(operation: Operation, { status, headers }: RawAnswer): string[] {
  if (!operation.declares(status)) return []
  const declared = operation.headersOf(status)
  const missing = Object.keys(declared).filter((name) => declared[name]!.required && !(name in headers))
  const undeclared = Object.keys(headers).filter((name) => !(name in declared) && !GENERAL.includes(name))
  return [
    ...missing.map((name) => `the header ${name} is missing`),
    ...undeclared.map((name) => `the header ${name} is not declared`),
  ]
}

/** Everything that is wrong with an answer. */
export function faultsOf(operation: Operation, request: FuzzRequest, answer: RawAnswer): string[] {
  const { status, headers } = answer
  const isJson = typeOf(answer) === 'application/json'
  const json = isJson ? readJson(answer) : undefined
  // A CRM's response is passed on unchanged.
  const isPassedOn = headers['x-lead-id'] !== undefined && status < 300
  const checks: [boolean, string][] = [
    [status < 500, `a fault of the server: ${answer.body}`],
    [
      operation.declares(status) || (!request.isOnPath && [400, 404, 414].includes(status)),
      'an undeclared status',
    ],
    [Boolean(headers['x-request-id']), 'no request id'],
    [
      isPassedOn || answer.body.length === 0 || isDeclaredType(operation, answer),
      `neither JSON nor a declared type: ${headers['content-type']}`,
    ],
    [headers['x-content-type-options'] === 'nosniff' || headers.connection === 'close', 'no nosniff'],
    [status !== 401 || Boolean(headers['www-authenticate']), '401 without WWW-Authenticate'],
    [status !== 429 || Boolean(headers['retry-after']), '429 without Retry-After'],
    [status < 400 || !INNARDS.test(String(answer.body)), 'it tells of the inside'],
  ]
  const broken = checks.filter(([holds]) => !holds).map(([, fault]) => fault)
  if (request.isOnPath) broken.push(...faultsOfHeaders(operation, answer))
  if (!isPassedOn && status !== 304) {
    const fault = operation.faultOf(status, json)
    if (fault) broken.push(fault)
    if (status >= 400) broken.push(...faultsOfError(request, status, json))
    else if (isJson) broken.push(...faultsOfSuccess(request, status, json))
  }
  return broken
}

function isDeclaredType(operation: Operation, answer: RawAnswer): boolean {
  const type = typeOf(answer)
  return (
    type === 'application/json' || (answer.status < 400 && operation.typesOf(answer.status).includes(type))
  )
}

function typeOf({ headers }: RawAnswer): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!
}

type Json = Record<string, unknown> | undefined

function faultsOfSuccess({ path }: FuzzRequest, status: number, json: Json): string[] {
  if (!versionOf(path)) return []
  const meta = json?.meta as { timestamp: string } | undefined
  return json?.success === true && json.status === status && TIMESTAMP.test(meta?.timestamp ?? '')
    ? []
    : ['not the envelope of a success']
}

/** The version of the envelope that a path's answers have. */
function versionOf(path: string): string | undefined {
  if (path.startsWith('/api/v1')) return '0.2.0'
  return path.startsWith('/admin/v1') ? '1.0.0' : undefined
}

/** The shape is that of the interface that the path belongs to, whichever endpoint was meant. */
function faultsOfError({ path }: FuzzRequest, status: number, json: Json): string[] {
  if (!json) return ['an error that is no JSON']
  const isText = (value: unknown) => typeof value === 'string' && /\S/.test(value)
  const version = versionOf(path)
  if (version) {
    const { error, meta } = json as { error?: Record<string, unknown>; meta?: Record<string, unknown> }
    const details = error?.details as { field: unknown; message: unknown }[] | undefined
    const isWhole =
      json.success === false &&
      json.status === status &&
      /^[A-Z_]+$/.test(String(error?.code)) &&
      isText(error?.message) &&
      TIMESTAMP.test(String(meta?.timestamp)) &&
      meta?.version === version &&
      (status !== 422 || (details ?? []).length > 0) &&
      (details ?? []).every(({ message }) => isText(message))
    return isWhole ? [] : [`not the envelope of an error: ${JSON.stringify(json)}`]
  }
  if (/^\/(lead-submission|warranty-registration)/.test(path)) {
    const isWhole =
      json.status === 'error' &&
      isText(json.message) &&
      Array.isArray(json.errors) &&
      json.version === '0.1.1'
    return isWhole ? [] : [`not the shape of a lead's error: ${JSON.stringify(json)}`]
  }
  return isText(json.error) && json.version === '0.2.0'
    ? []
    : [`not the plain error: ${JSON.stringify(json)}`]
}

function readJson({ body }: RawAnswer): Json {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
