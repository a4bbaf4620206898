import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { withBody } from '../../../../test/support/with-body.ts'
import { serve } from '../../../platform/outgoing/target.test-support.ts'

interface Call {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
  /** Milliseconds since the epoch. */
  at: number
}

type Contact = Record<string, unknown> & { id: string; customFields: { id: string; value: unknown }[] }

/** The stub's behavior instead of the normal response. */
type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'reset'

export const TOKEN = 'pit-2f9d1c7e-secret'
export const LOCATION = 've9EPM428h8vShlRW1KT'
export const HIN_FIELD = '6dvNaf7VhkQ9snc5vnjJ'

/** The location's custom fields: id by key. */
const FIELD_IDS: Record<string, string> = { hull_id: HIN_FIELD, warranty_end: 'MgobCB14YMVKuE4Ka8p1' }

/** A stub of the contacts of HighLevel's API v2. It stops after the test. */
export async function startHighLevel() {
  const calls: Call[] = []
  const contacts = new Map<string, Contact>()
  const answers: Answer[] = []
  /** Changes what is stored, as workflows and rules of the location do. */
  const rules: ((contact: Contact) => void)[] = []

  const listener = withBody((request, response, bytes) => {
    const body = bytes.length > 0 ? JSON.parse(bytes.toString()) : {}
    const call = { ...describe(request), body, at: Date.now() }
    calls.push(call)
    const answer = answers.shift()
    if (answer === 'reset') return void request.socket.resetAndDestroy()
    if (answer) return void response.writeHead(answer.status, answer.headers).end(answer.body ?? '{}')
    const recent = calls.filter(({ at }) => at > call.at - 10_000).length
    if (recent > 100) return send(response, 429, { statusCode: 429, message: 'Too Many Requests' })
    if (call.headers.authorization !== `Bearer ${TOKEN}` || call.headers.version !== '2021-07-28') {
      return send(response, 401, { statusCode: 401, message: 'Invalid JWT' })
    }
    if (call.method === 'POST' && call.path === '/contacts/upsert') return upsert(call.body, response)
    const contact = contacts.get(call.path.replace('/contacts/', ''))
    return contact ? send(response, 200, { contact }) : send(response, 400, { message: 'Contact not found' })
  })
  const url = await serve(listener)

  function upsert(body: Call['body'], response: ServerResponse) {
    if (body.locationId !== LOCATION) {
      return send(response, 403, { message: 'The token does not have access to this location.' })
    }
    const email = String(body.email ?? '').toLowerCase()
    const known = [...contacts.values()].find(
      (contact) => (email && contact.email === email) || (body.phone && contact.phone === body.phone),
    )
    const contact: Contact = known ?? {
      id: randomBytes(10).toString('hex'),
      locationId: LOCATION,
      tags: [],
      customFields: [],
    }
    const { customFields = [], locationId: _, ...fields } = body
    Object.assign(contact, fields)
    if (email) contact.email = email
    for (const name of ['firstName', 'lastName']) contact[name] = String(contact[name]).toLowerCase()
    for (const field of customFields as { id?: string; key?: string; field_value: unknown }[]) {
      const id = field.id ?? FIELD_IDS[field.key?.replace('contact.', '') ?? '']
      if (!id) continue
      contact.customFields = contact.customFields.filter((stored) => stored.id !== id)
      if (field.field_value !== '') contact.customFields.push({ id, value: field.field_value })
    }
    for (const rule of rules) rule(contact)
    contacts.set(contact.id, contact)
    return send(response, known ? 200 : 201, { new: !known, contact, traceId: 'trace' })
  }

  return { url, calls, contacts, answers, rules }
}

function describe({ method = '', url: path = '', headers }: IncomingMessage) {
  return { method, path, headers }
}

function send(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
