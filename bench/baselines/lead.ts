/**
 * Validates a lead with Fastify's own Ajv, behind an API token, and stores nothing: answers a small object, or, with
 * `forwardTo`, posts the lead there and hands the answer through.
 */
import { hash } from 'node:crypto'
import Fastify from 'fastify'
import { Agent, request as call } from 'undici'
import { LeadBody } from '../../src/features/leads/schemas.ts'
import { isCountryCode, isEmail, isUuid } from '../../src/platform/validate.ts'
import { listen } from './guarded-fastify.ts'
import { readSettings } from './settings.ts'

const { token, forwardTo } = readSettings<{ token: string; forwardTo?: string }>()
const tokens = new Set([hash('sha256', token, 'hex')])
const formats = { 'country-code': isCountryCode, 'practical-email': isEmail, uuid: isUuid }
const app = Fastify({ ajv: { customOptions: { formats, strictTypes: false } } })
app.addHook('onRequest', async (request, reply) => {
  const digest = hash('sha256', String(request.headers['x-api-token'] ?? ''), 'hex')
  if (!tokens.has(digest)) return reply.status(401).send({ error: 'The token is not valid.' })
})

let lastId = 0
const dispatcher = new Agent({ connections: 64 })
app.post('/lead-submission', { schema: { body: LeadBody } }, async (request, reply) => {
  if (!forwardTo) return { status: 'success', lead_id: ++lastId, webhook_forwarded: false }
  const { statusCode, headers, body } = await call(forwardTo, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
    dispatcher,
  })
  const bytes = Buffer.from(await body.arrayBuffer())
  return reply.status(statusCode).type(String(headers['content-type'])).send(bytes)
})
await listen(app)
