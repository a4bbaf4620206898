import { createHmac, timingSafeEqual } from 'node:crypto'

/** Verifies a message as Standard Webhooks says. */
export function verifySignature(
  { headers, body }: { headers: Record<string, string>; body: string },
  secret: string,
): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(content).digest('base64')}`)
  return headers['webhook-signature']!.split(' ').some((signature) => {
    const given = Buffer.from(signature)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
