import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { withBody } from '../../../../test/support/with-body.ts'
import { outgoing, serve } from '../../../platform/outgoing/target.test-support.ts'
import type { CrmMessage } from './outcome.ts'
import { warrantyRecord } from './record.test-support.ts'
import { sendToWebhook } from './webhook.ts'

const clock = { now: () => 1_780_000_000_654_321 }
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const record = warrantyRecord()
const signal = new AbortController().signal
const message: CrmMessage = {
  id: 'msg_1',
  event: 'warranty.transferred',
  occurredAt: 1_779_000_000_123_456,
}

async function receiver(status = 200, answerHeaders: Record<string, string> = {}) {
  const received: { method: string; headers: IncomingHttpHeaders; raw: string }[] = []
  const listener = withBody((request, response, body) => {
    received.push({ method: request.method ?? '', headers: request.headers, raw: body.toString() })
    response.writeHead(status, answerHeaders).end('{"token":"do not repeat me"}')
  })
  const url = await serve(listener)
  return { url, received }
}

function send(url: string, options: { secret?: string; id?: string } = {}) {
  const crm = { type: 'webhook' as const, url, secret: options.secret }
  return sendToWebhook(
    { outgoing: outgoing(), clock },
    crm,
    { ...message, id: options.id ?? message.id },
    record,
    signal,
  )
}

describe('the message', () => {
  it('is the event with the full record and the time of the event; the header has the time of the attempt', async () => {
    const { url, received } = await receiver()
    expect(await send(url, { secret })).toMatchObject({ ok: true })
    const [{ method, headers, raw }] = received as [(typeof received)[0]]
    expect(method).toBe('POST')
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(raw)).toEqual({
      type: 'warranty.transferred',
      timestamp: '2026-05-17T06:40:00.123456Z',
      data: record,
    })
    expect(headers['webhook-id']).toBe('msg_1')
    expect(headers['webhook-timestamp']).toBe('1780000000')
  })

  it('is signed over id, timestamp and the exact bytes', async () => {
    const { url, received } = await receiver()
    await send(url, { secret })
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key)
      .update(`msg_1.1780000000.${received[0]?.raw}`)
      .digest('base64')
    expect(received[0]?.headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  it('is not signed without a secret, but has its id', async () => {
    const { url, received } = await receiver()
    await send(url)
    expect(received[0]?.headers['webhook-signature']).toBeUndefined()
    expect(received[0]?.headers['webhook-id']).toBe('msg_1')
  })
})

describe('the outcome', () => {
  it.each([
    [200, true, undefined],
    [204, true, undefined],
    [302, false, false],
    [400, false, true],
    [401, false, true],
    [410, false, true],
    [408, false, false],
    [409, false, false],
    [429, false, false],
    [500, false, false],
    [503, false, false],
  ])('of status %i: ok %s, final %s', async (status, ok, final) => {
    const { url } = await receiver(status, { location: 'http://127.0.0.1:1/' })
    const outcome = await send(url)
    expect(outcome).toMatchObject(final === undefined ? { ok } : { ok, final })
    if (!outcome.ok) expect(outcome.error).not.toMatch(/127\.0|do not repeat/)
  })

  it('honors Retry-After, and names no host if the receiver is unreachable', async () => {
    const { url } = await receiver(429, { 'retry-after': '17' })
    expect(await send(url)).toMatchObject({ ok: false, final: false, retryAfterS: 17 })
    const nobody = await send('http://127.0.0.1:1/secret-path')
    expect(nobody).toMatchObject({ ok: false, final: false })
    expect(JSON.stringify(nobody)).not.toMatch(/127\.0|secret-path/)
  })
})
