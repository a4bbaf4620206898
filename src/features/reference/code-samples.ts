import { type Described, type Description, type Parameter, resolve } from './description.ts'

/** Replaced by the server's own address where the page is shown. */
const BASE = 'https://transom.example.com'

interface Request {
  method: string
  url: string
  headers: [name: string, value: string][]
  /** JSON, or the text of a file. */
  body: unknown
}

/** Returns a request of an operation as programs send it, by language. */
export function codeSamples(
  described: Described,
  description: Description,
): [language: string, code: string][] {
  const request = toRequest(described, description)
  return [
    ['curl', toCurl(request)],
    ['TypeScript', toTypeScript(request)],
    ['Python', toPython(request)],
  ]
}

function toRequest({ method, path, operation }: Described, description: Description): Request {
  const parameters = (operation.parameters ?? []).map((one) => resolve(one, description))
  const required = parameters.filter((one) => one.required)
  const values = (where: string) => required.filter((one) => one.in === where)
  const filled = values('path').reduce(
    (url, { name, example }) => url.replace(`{${name}}`, String(example ?? 1)),
    path,
  )
  const query = new URLSearchParams(values('query').map(({ name, ...one }) => [name, exampleOf(one)]))
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const scheme = Object.keys(operation.security?.[0] ?? {})[0]
  return {
    method,
    url: BASE + filled + (query.size > 0 ? `?${query}` : ''),
    headers: [
      ...(scheme === 'apiToken' ? [['X-API-Token', 'API_TOKEN'] as [string, string]] : []),
      ...(scheme === 'bearer' || scheme === 'session'
        ? [['Authorization', 'Bearer ACCESS_TOKEN'] as [string, string]]
        : []),
      ...(type ? [['Content-Type', type] as [string, string]] : []),
    ],
    body: media?.example,
  }
}

function exampleOf({ example, schema }: Pick<Parameter, 'example' | 'schema'>): string {
  return String(example ?? schema.enum?.[0] ?? '')
}

function toCurl({ method, url, headers, body }: Request): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`--data-binary '${text.replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ')
}

function toTypeScript({ method, url, headers, body }: Request): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length > 0
      ? [`headers: ${indent(JSON.stringify(Object.fromEntries(headers), null, 2))}`]
      : []),
    ...(body === undefined
      ? []
      : [
          typeof body === 'string'
            ? `body: ${JSON.stringify(body)}`
            : `body: JSON.stringify(${indent(JSON.stringify(body, null, 2))})`,
        ]),
  ]
  const all = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : ''
  return `const response = await fetch('${url}'${all})
const answer = await response.json()
if (!response.ok) throw new Error(\`\${response.status} \${JSON.stringify(answer)}\`)`
}

function toPython({ method, url, headers, body }: Request): string {
  const named = [
    `    "${url}",`,
    ...(headers.length > 0 ? [`    headers=${indent(toLiteral(Object.fromEntries(headers)), 4)},`] : []),
    ...(body === undefined
      ? []
      : [
          typeof body === 'string'
            ? `    data=${JSON.stringify(body)},`
            : `    json=${indent(toLiteral(body), 4)},`,
        ]),
    '    timeout=15,',
  ]
  return `import requests

response = requests.${method.toLowerCase()}(
${named.join('\n')}
)
response.raise_for_status()
print(response.json())`
}

/** JSON is Python, but for three words, which no text in the examples contains as a value of its own. */
function toLiteral(value: unknown): string {
  return JSON.stringify(value, null, 4)
    .replace(/(: |^ *)true\b/gm, '$1True')
    .replace(/(: |^ *)false\b/gm, '$1False')
    .replace(/(: |^ *)null\b/gm, '$1None')
}

function indent(text: string, by = 2): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`)
}
