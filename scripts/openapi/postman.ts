import { type Document, operationsOf, type Parameter } from './document.ts'

type Item = Record<string, unknown>

/** Stores the tokens of a login or refresh for the requests after it. */
const KEEP_TOKENS = [
  'const { data } = pm.response.json()',
  "if (data?.access_token) pm.collectionVariables.set('accessToken', data.access_token)",
  "if (data?.refresh_token) pm.collectionVariables.set('refreshToken', data.refresh_token)",
]

const VARIABLES = {
  baseUrl: 'http://127.0.0.1:8080',
  email: 'dms@example.com',
  password: '',
  accessToken: '',
  refreshToken: '',
  apiToken: '',
  brand: 'harbor-craft',
}

/** Returns a collection of all operations for Postman (format 2.1), which Bruno and Insomnia import too. */
export function toPostman(document: Document): object {
  const { info, tags = [] } = document
  const operations = operationsOf(document)
  return {
    info: {
      name: info.title,
      description: 'Made from openapi.json. docs/postman/README.md says how to use it.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: tags
      .map(({ name, description }) => ({
        name,
        description,
        item: operations
          .filter(({ operation }) => operation.tags.includes(name))
          .map((one) => toItem(one, document)),
      }))
      .filter(({ item }) => item.length > 0),
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value, type: 'string' })),
  }
}

function toItem(
  { method, path, operation }: ReturnType<typeof operationsOf>[number],
  document: Document,
): Item {
  const { operationId, summary, description, requestBody, security = [] } = operation
  const parameters = (operation.parameters ?? []).map((one) =>
    '$ref' in one ? document.components.parameters![one.$ref.split('/').at(-1)!]! : one,
  )
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const inQuery = parameters.filter((one) => one.in === 'query')
  const segments = path
    .slice(1)
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
  const query = inQuery.map((one) => ({ key: one.name, value: exampleValue(one), disabled: !one.required }))
  const given = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`)
  return {
    name: summary,
    ...(['logIn', 'refreshTokens'].includes(operationId) && {
      event: [{ listen: 'test', script: { type: 'text/javascript', exec: KEEP_TOKENS } }],
    }),
    request: {
      method: method.toUpperCase(),
      description: description ?? summary,
      auth: authOf(Object.keys(security[0] ?? {})[0]),
      header: [
        ...(type ? [{ key: 'Content-Type', value: type }] : []),
        ...(parameters.some((one) => one.name === 'Idempotency-Key')
          ? [{ key: 'Idempotency-Key', value: '{{$guid}}', disabled: true }]
          : []),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}${given.length > 0 ? `?${given.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: segments,
        query,
        variable: parameters
          .filter((one) => one.in === 'path')
          .map((one) => ({ key: one.name, value: exampleValue(one) })),
      },
      ...(media && {
        body: {
          mode: 'raw',
          raw: bodyOf(operationId, media.example),
          options: { raw: { language: 'json' } },
        },
      }),
    },
    response: [],
  }
}

function exampleValue({ name, example, schema }: Parameter): string {
  if (name === 'brand') return '{{brand}}'
  return String(example ?? schema.default ?? '')
}

function bodyOf(operationId: string, example: unknown): string {
  const own: Record<string, object> = {
    logIn: { email: '{{email}}', password: '{{password}}' },
    refreshTokens: { refresh_token: '{{refreshToken}}' },
  }
  const text = JSON.stringify(own[operationId] ?? example, null, 2)
  return text.replace('"brand": "harbor-craft"', '"brand": "{{brand}}"')
}

function authOf(scheme: string | undefined): object {
  if (scheme === 'apiToken') {
    const values = { key: 'X-API-Token', value: '{{apiToken}}', in: 'header' }
    return {
      type: 'apikey',
      apikey: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })),
    }
  }
  if (scheme === 'bearer') {
    return { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] }
  }
  return { type: 'noauth' }
}
