import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'

/** Generous, because some gateways send a dozen large cookies. */
export const MAX_HEADER_BYTES = 1_048_576

interface NodeRequest {
  method: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  signal: AbortSignal
  lookup: LookupFunction
}

/** Returns whether undici aborted a call because the target sent an unrequested `100 Continue`. */
export function metContinue(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === 'UND_ERR_SOCKET' && message === 'bad response'
}

/** Sends a request with Node's own client, which accepts `100 Continue`. Each call has its own connection. */
export function requestByNode(url: URL, { body, ...options }: NodeRequest) {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<{
    statusCode: number
    headers: Record<string, string | string[] | undefined>
    body: Readable
  }>((resolve, reject) => {
    const settings = { ...options, agent: false, maxHeaderSize: MAX_HEADER_BYTES, autoSelectFamily: true }
    send(url, settings)
      .on('response', (response) => {
        resolve({ statusCode: response.statusCode!, headers: response.headers, body: response })
      })
      .on('error', reject)
      .end(body)
  })
}
