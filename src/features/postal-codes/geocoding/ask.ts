import type { OutgoingResponse } from '../../../platform/outgoing/answer.ts'
import type { Outgoing } from '../../../platform/outgoing/client.ts'
import { type Point, toPoint } from '../point.ts'
import { QueryRefusedError } from './geocoder.ts'

/** How an adapter asks: an address to add parameters to, and the client and budget to call it with. */
export interface Endpoint {
  url: string
  outgoing: Outgoing
  /** One budget for the whole call, in milliseconds. */
  timeoutMs: number
}

const MAX_BYTES = 64 * 1024

/**
 * GETs the address with these parameters added and reads the answer as JSON.
 * @param accept statuses other than 200 whose body is an answer
 */
export async function ask(
  { url, outgoing, timeoutMs }: Endpoint,
  parameters: Record<string, string>,
  accept: number[] = [],
): Promise<unknown> {
  const target = new URL(url)
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
  const answer = await outgoing.request({
    method: 'GET',
    url: target.href,
    headers: { accept: 'application/json' },
    timeoutMs,
    maxBytes: MAX_BYTES,
  })
  if (answer.status === 400 || answer.status === 422) {
    throw new QueryRefusedError(`The geocoding service refused the query with ${answer.status}.`)
  }
  if (answer.status !== 200 && !accept.includes(answer.status)) {
    throw new Error(`The geocoding service answered ${answer.status}.`)
  }
  return parse(answer)
}

/** Returns the value at this path of a response, or undefined. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let found = value
  for (const step of path) found = (found as Record<string | number, unknown> | null | undefined)?.[step]
  return found
}

/** The point that a service gives, as numbers or as digits. Throws where it is none: the answer is not to be trusted. */
export function readPoint(latitude: unknown, longitude: unknown): Point {
  const point = toPoint(toNumber(latitude), toNumber(longitude))
  if (!point) throw new Error('The geocoding service answered with a place that has no usable coordinates.')
  return point
}

/** Whether a result says that it lies in another country than the one asked for. */
export function isElsewhere(stated: unknown, asked: string): boolean {
  return typeof stated === 'string' && stated.toUpperCase() !== asked.toUpperCase()
}

/** Whether a result is for the code asked for, or for a part or an extension of it (`SW1A`, `60606-1506`). */
export function isSameCode(stated: unknown, asked: string): boolean {
  if (typeof stated !== 'string') return false
  const [a, b] = [bare(stated), bare(asked)]
  return a.length > 1 && (a.startsWith(b) || b.startsWith(a))
}

function parse(answer: OutgoingResponse): unknown {
  if (answer.truncated) throw new Error('The geocoding service answered with too much.')
  try {
    return JSON.parse(answer.body.toString())
  } catch (cause) {
    throw new Error('The geocoding service answered with something other than JSON.', { cause })
  }
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

function bare(code: string): string {
  return code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}
