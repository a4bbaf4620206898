import { randomBytes } from 'node:crypto'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import fc from '../../../test/support/fast-check.ts'
import { isWebhookSecret, signWebhook } from './signature.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const now = () => Math.floor(Date.now() / 1000)

describe('a signed message', () => {
  test("has the signature of the standard's own example", () => {
    expect(
      signWebhook({
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestampSeconds: 1614265330,
        body: '{"test": 2432232314}',
        secret,
      }),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('is verified by the reference library, whatever key and body', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 512 }), fc.json(), (key, body) => {
        const message = { id: 'msg_1', timestampSeconds: now() + 0.9, body, secret: encode(key) }
        expect(isWebhookSecret(message.secret)).toBe(true)
        expect(new Webhook(message.secret).verify(body, signWebhook(message))).toEqual(JSON.parse(body))
        expect(signWebhook({ ...message, body: Buffer.from(body) })).toEqual(signWebhook(message))
      }),
    )
  })

  test('is not verified after any change', () => {
    const body = '{"lead_id":7}'
    const headers = signWebhook({ id: 'msg_1', timestampSeconds: now(), body, secret })
    const receiver = new Webhook(secret)
    const changed = { ...headers, 'webhook-id': 'msg_2' }
    const later = { ...headers, 'webhook-timestamp': String(now() + 1) }
    expect(receiver.verify(body, headers)).toEqual({ lead_id: 7 })
    expect(() => receiver.verify('{"lead_id":8}', headers)).toThrow(WebhookVerificationError)
    expect(() => receiver.verify(body, changed)).toThrow(WebhookVerificationError)
    expect(() => receiver.verify(body, later)).toThrow(WebhookVerificationError)
    expect(() => new Webhook(encode(randomBytes(24))).verify(body, headers)).toThrow(WebhookVerificationError)
  })
})

describe('two secrets', () => {
  const previousSecret = encode(Buffer.alloc(24, 1))
  const body = '{"lead_id":7}'
  const headers = signWebhook({ id: 'msg_1', timestampSeconds: now(), body, secret, previousSecret })

  test.each([secret, previousSecret])('a receiver that knows %s verifies the message', (known) => {
    expect(new Webhook(known).verify(body, headers)).toEqual({ lead_id: 7 })
  })

  test('a receiver with a third secret refuses it, and the new secret signs first', () => {
    expect(() => new Webhook(encode(Buffer.alloc(24, 2))).verify(body, headers)).toThrow(
      WebhookVerificationError,
    )
    const alone = signWebhook({
      id: 'msg_1',
      timestampSeconds: Number(headers['webhook-timestamp']),
      body,
      secret,
    })
    expect(headers['webhook-signature'].split(' ')[0]).toBe(alone['webhook-signature'])
  })
})

describe('a secret', () => {
  test.each([
    secret,
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
    encode(Buffer.alloc(24, 0xff)),
    encode(Buffer.alloc(8)),
    encode(Buffer.alloc(512)),
    encode(Buffer.alloc(32)).replace(/=/g, ''),
    'whsec_supersecret123',
  ])('%s is valid, and signs like the reference library', (text) => {
    const message = { id: 'msg_1', timestampSeconds: 1614265330, body: '{}', secret: text }
    const expected = new Webhook(text).sign('msg_1', new Date(1614265330_000), '{}')
    expect(isWebhookSecret(text)).toBe(true)
    expect(signWebhook(message)['webhook-signature']).toBe(expected)
  })

  test.each([
    '',
    'whsec_',
    'whsec_====',
    'hunter2hunter2hunter2',
    'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n',
    ' whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'whsec_MfKQ9r8GKYqr TwjUPD8ILPZIo2LaLaSw',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa_-',
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwA',
    'whsec_not a secret!',
    encode(Buffer.alloc(7)),
    encode(Buffer.alloc(513)),
  ])('%j is not a signing secret', (text) => {
    expect(isWebhookSecret(text)).toBe(false)
  })
})

function encode(key: Uint8Array): string {
  return `whsec_${Buffer.from(key).toString('base64')}`
}
