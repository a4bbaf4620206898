import { lookup as systemLookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { startDeadline } from '../deadline.ts'
import { noTrace, type Trace } from '../trace.ts'
import { isPublicAddress } from './address.ts'
import { type OutgoingResponse, readAnswer } from './answer.ts'
import { OutgoingError, toOutgoingError } from './failure.ts'
import { MAX_HEADER_BYTES, metContinue, requestByNode } from './node-request.ts'
import { captureInSandbox } from './sandbox.ts'
import { parseTarget, type TargetRules } from './target.ts'

interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  body?: string | Buffer
  /** Names in lower case. */
  headers?: Record<string, string>
  /** Milliseconds for name look-up, connection, TLS, headers and body together. */
  timeoutMs: number
  /** The most bytes of the answer's body to keep, counted after decoding. */
  maxBytes: number
  signal?: AbortSignal
}

export interface Outgoing {
  /** Returns an answer with any status, including redirects, which are not followed. @throws OutgoingError only */
  request(call: OutgoingRequest): Promise<OutgoingResponse>
  /** `request` with method POST. */
  post(url: string, call: Omit<OutgoingRequest, 'method' | 'url'>): Promise<OutgoingResponse>
  /** Closes all connections. Calls in flight, and later ones, reject as `aborted`. */
  close(): Promise<void>
}

export interface OutgoingOptions extends TargetRules {
  userAgent: string
  /** Writes a span for each call and sends its headers to the target. */
  trace?: Trace | undefined
  /** Resolves a name to all its addresses; by default the system's resolver. */
  lookup?: (hostname: string) => Promise<{ address: string; family: number }[]>
}

/** Creates the HTTP client for targets that an administrator entered: docs/decisions/0007-outgoing-calls.md. */
export function createOutgoing(options: OutgoingOptions): Outgoing {
  const { trace = noTrace } = options
  let undici: typeof import('undici') | undefined
  let agent: Agent | undefined
  let closed = false
  /** Origins that send an unrequested `100 Continue`. */
  const continuing = new Set<string>()

  const send = async (call: OutgoingRequest): Promise<OutgoingResponse> => {
    const url = parseTarget(call.url, options)
    const { headers = {}, body = '' } = call
    captureInSandbox({ method: call.method, to: call.url, headers, body: String(body) })
    const attributes = { 'http.request.method': call.method, 'server.address': url.hostname }
    return trace.span(call.method, 'client', attributes, () => sendTo(url, call))
  }

  const sendTo = async (url: URL, call: OutgoingRequest): Promise<OutgoingResponse> => {
    const headers = {
      'user-agent': options.userAgent,
      'accept-encoding': 'identity',
      ...call.headers,
      ...trace.headers(),
    }
    const { method, body } = call
    // Loaded on the first call: it takes megabytes that a server without webhooks doesn't need.
    undici ??= await import('undici')
    if (closed) throw new OutgoingError('aborted', 'The server is stopping.')
    agent ??= new undici.Agent(agentOptions(options))
    const deadline = startDeadline(call.timeoutMs, call.signal)
    try {
      const { signal } = deadline
      const byNode = () => {
        const request = { method, headers, body, signal, lookup: checkedLookup(options) }
        return deadline.within(readAnswer(requestByNode(url, request), call.maxBytes))
      }
      if (continuing.has(url.origin)) return await byNode()
      try {
        const answer = undici.request(url, { dispatcher: agent, method, headers, body, signal })
        // undici itself checks its signal only once it has a connection.
        return await deadline.within(readAnswer(answer, call.maxBytes))
      } catch (error) {
        if (!metContinue(error)) throw error
        continuing.add(url.origin)
        return await byNode()
      }
    } catch (error) {
      if (call.signal?.aborted) throw new OutgoingError('aborted', 'The call was canceled.', error)
      if (!deadline.signal.aborted) throw toOutgoingError(error)
      throw new OutgoingError('timeout', `No complete answer came within ${call.timeoutMs / 1000} s.`, error)
    } finally {
      deadline.end()
    }
  }

  return {
    request: send,
    post: (url, call) => send({ ...call, url, method: 'POST' }),
    async close() {
      closed = true
      await agent?.destroy()
    },
  }
}

function agentOptions(options: OutgoingOptions): Agent.Options {
  return {
    connections: 128,
    maxHeaderSize: MAX_HEADER_BYTES,
    allowH2: false,
    // The call's own deadline covers both; these limit only idle time.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: 10_000,
      lookup: checkedLookup(options),
      autoSelectFamily: true,
      // Node abandons each address but the last after 250 ms, less than a connection across an ocean may take.
      autoSelectFamilyAttemptTimeout: 2000,
    },
  }
}

/**
 * Resolves a name for `net.connect`, which then connects to one of the addresses that were checked here, so that a name
 * can't change its address between check and connection.
 */
export function checkedLookup(options: TargetRules & Pick<OutgoingOptions, 'lookup'>): LookupFunction {
  const lookup = options.lookup ?? ((hostname) => systemLookup(hostname, { all: true }))
  return (hostname, _options, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const permitted = options.allowPrivate || addresses.every(({ address }) => isPublicAddress(address))
        callback(permitted ? null : privateAddress(), addresses)
      },
      (error) => callback(error, []),
    )
  }
}

function privateAddress(): OutgoingError {
  return new OutgoingError(
    'refused_target',
    "The target's name resolves to a private or local address; that needs ALLOW_PRIVATE_WEBHOOKS=true.",
  )
}
