/** An event as the server sends it: what happened, when, and the record. */
export interface WebhookEvent<Data = Record<string, unknown>> {
  /** `warranty.registered` and so on. */
  type: string
  timestamp: string
  data: Data
  /** Only events of an event endpoint have it, the same when they are sent again. */
  id?: number
  brand_id?: number
}

/** The message is not from the server, or too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

type HeaderSource = Headers | Record<string, string | readonly string[] | undefined>

const TOLERANCE_S = 300

/**
 * Returns the event of a webhook request, once its signature (Standard Webhooks) is verified. Answer with 2xx after
 * that, and ignore a `webhook-id` that you have seen.
 * @param body the body exactly as it arrived
 * @param secret `whsec_…`; two while you change to a new one
 * @throws WebhookError
 */
export async function verifyWebhook<E extends WebhookEvent = WebhookEvent>(
  body: string | ArrayBuffer | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
): Promise<E> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string]
  if (!id || !timestamp || !signatures) throw new WebhookError('The request has no webhook signature.')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) {
    throw new WebhookError('The message is more than five minutes old, or a clock is wrong.')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const one of [secret].flat()) {
    const bytes = decodeBase64(one.replace(/^whsec_/, ''))
    const key = bytes && (await importKey(bytes))
    for (const signature of signatures.split(' ')) {
      const [version, value = ''] = signature.split(',')
      const given = version === 'v1' && decodeBase64(value)
      // Compares in constant time.
      if (key && given && (await crypto.subtle.verify('HMAC', key, given, signed)))
        return JSON.parse(text) as E
    }
  }
  throw new WebhookError('The signature does not match.')
}

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function headerOf(headers: HeaderSource, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name)
  return String(headers[found ?? ''] ?? '')
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}
