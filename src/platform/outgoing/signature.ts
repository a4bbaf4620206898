import { createHmac } from 'node:crypto'

export interface WebhookMessage {
  /** The same on every attempt, so that a receiver recognizes a message that it already has. */
  id: string
  /** The time of this attempt. Receivers refuse a message that is minutes old. */
  timestampSeconds: number
  body: string | Buffer
  /** A secret that `isWebhookSecret` accepts. */
  secret: string
  /** The secret that `secret` replaces. Receivers that only know this one verify with it. */
  previousSecret?: string | undefined
}

export type WebhookSignatureHeaders = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>

/**
 * Returns the three headers with which a receiver verifies a message (Standard Webhooks 1.0, HMAC-SHA256, `v1`), with a
 * signature by each secret.
 */
export function signWebhook({
  id,
  timestampSeconds,
  body,
  secret,
  previousSecret,
}: WebhookMessage): WebhookSignatureHeaders {
  const timestamp = String(Math.floor(timestampSeconds))
  const sign = (key: string) =>
    `v1,${createHmac('sha256', keyOf(key)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  const signature = previousSecret ? `${sign(secret)} ${sign(previousSecret)}` : sign(secret)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

/**
 * Returns whether a text is a signing secret: `whsec_` and the key in base64, as in Standard Webhooks. The standard
 * recommends keys of 24 to 64 random bytes; one that a receiver already uses may have 8 to 512.
 */
export function isWebhookSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+)={0,2}$/.exec(text) ?? []
  const keyLength = Math.floor((base64.length * 6) / 8)
  return base64.length % 4 !== 1 && keyLength >= 8 && keyLength <= 512
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
}
