import { EVENT_DATA, EVENT_TYPE_NAMES } from '../../src/features/events/schemas.ts'
import type { Document, Operation, Parameter, Schema } from './document.ts'

const SIGNATURE: Record<string, Parameter> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The same on every attempt: ignore messages whose id you have already',
    schema: { type: 'string' },
    example: 'msg_2f8e1c',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    description: 'Seconds since 1970, of this attempt; with a secret',
    schema: { type: 'string' },
    example: '1777636800',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    description:
      '`v1,` and the signature in base64, as Standard Webhooks has it; several have blanks between',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
}

/** Adds what the server sends to webhooks. */
export function addWebhooks(document: Document): void {
  const { schemas } = document.components
  const { NewLead, Warranty } = schemas
  if (!NewLead || !Warranty) throw new Error('The schemas NewLead and Warranty are gone.')
  schemas.LeadMessage = leadMessage(NewLead)
  schemas.WarrantyMessage = {
    type: 'object',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', enum: ['warranty.registered', 'warranty.updated', 'warranty.transferred'] },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
      data: { $ref: '#/components/schemas/Warranty' },
    },
  }
  document.components.parameters = SIGNATURE
  document.webhooks = {
    lead: {
      post: message({
        operationId: 'receiveLead',
        summary: 'A lead for the webhook of its brand',
        description:
          'The lead as it was stored: texts trimmed, defaults filled in, unknown fields kept. You have 10 s. A 2xx response is passed on to the caller who submitted the lead, unchanged.',
        schema: 'LeadMessage',
      }),
    },
    warrantySync: {
      post: message({
        operationId: 'receiveWarranty',
        summary: 'A warranty for the CRM of its brand',
        description:
          'The full record as it is when the message is sent. Messages of one warranty arrive in order, one at a time. You have 12 s.',
        schema: 'WarrantyMessage',
      }),
    },
  }
}

/** Adds what the server sends to event endpoints: a message for each type, with the record that it shows. */
export function addEventMessages(document: Document): void {
  const { schemas } = document.components
  const { Territory } = schemas
  if (!Territory) throw new Error('The schema Territory is gone.')
  const nullable = Object.fromEntries(
    ['dealer_id', 'dealer_code', 'dealer_name'].map((name) => [
      name,
      { ...Territory.properties?.[name], type: [name === 'dealer_id' ? 'integer' : 'string', 'null'] },
    ]),
  )
  schemas.TerritoryChange = { ...Territory, properties: { ...Territory.properties, ...nullable } }
  document.components.parameters = SIGNATURE
  document.webhooks = Object.fromEntries(
    EVENT_TYPE_NAMES.map((type) => {
      const [subject = '', verb = ''] = type.split('.')
      const name = capitalize(subject) + capitalize(verb)
      const data = EVENT_DATA[subject as keyof typeof EVENT_DATA]
      if (!schemas[data]) throw new Error(`The schema ${data} of the event ${type} is gone.`)
      schemas[`${name}Event`] = {
        type: 'object',
        required: ['id', 'type', 'timestamp', 'brand_id', 'data'],
        properties: {
          id: { type: 'integer', description: 'The same however often it is sent' },
          type: { type: 'string', enum: [type] },
          timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
          brand_id: { type: 'integer' },
          data: { $ref: `#/components/schemas/${data}` },
        },
      }
      const described = message({
        operationId: `receive${name}`,
        summary: `The event ${type}`,
        description: 'The record as it stood. Events of one record arrive in order. You have 15 s.',
        schema: `${name}Event`,
      })
      return [type, { post: { ...described, tags: ['events'] } }]
    }),
  )
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function leadMessage(lead: Schema): Schema {
  return {
    ...lead,
    required: ['lead_id', 'received_at', ...(lead.required ?? [])],
    properties: {
      lead_id: { type: 'integer' },
      received_at: { type: 'string', format: 'date-time' },
      ...lead.properties,
      dealer: {
        $ref: '#/components/schemas/LocatedDealer',
        description: 'Where one was assigned: the dealer as the locator shows it',
      },
    },
  }
}

function message({
  schema,
  ...texts
}: {
  operationId: string
  summary: string
  description: string
  schema: string
}): Operation {
  return {
    tags: ['webhooks'],
    ...texts,
    security: [],
    parameters: Object.keys(SIGNATURE).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
    },
    responses: {
      '2XX': { description: 'Delivered' },
      '4XX': {
        description: 'Failed for good; 408, 409, 425 and 429 are tried again, not before your `Retry-After`',
      },
      '5XX': { description: 'Tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h' },
    },
  }
}
