import { escapeHtml, renderPage } from '../../platform/http/page.ts'

interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: unknown }[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}

interface Description {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
}

/** Returns the interfaces' description as one page. */
export function renderDocs({ info, paths }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return renderPage(
    info.title,
    `<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1>
<p>${escapeHtml(info.description ?? '')} The same, for machines: <a href="/openapi.json">openapi.json</a>.</p>
<ul>${operations.map(({ path, method }) => `<li><a href="#${anchor(method, path)}"><code>${method} ${escapeHtml(path)}</code></a></li>`).join('')}</ul>
${operations.map(renderOperation).join('\n')}`,
  )
}

function renderOperation({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return `<h2 id="${anchor(method, path)}"><code><b>${method}</b> ${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary ?? '')}${operation.description ? `. ${escapeHtml(operation.description)}` : ''}</p>
${renderParameters(operation.parameters ?? [])}
${body ? `<details><summary>Request body</summary>${schema(body)}</details>` : ''}
${Object.entries(operation.responses ?? {})
  .map(renderResponse)
  .join('\n')}`
}

function renderParameters(parameters: NonNullable<Operation['parameters']>): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    (one) =>
      `<tr><td><code>${escapeHtml(one.name)}</code></td><td>${escapeHtml(one.in)}${one.required ? ', required' : ''}</td><td>${escapeHtml(one.description ?? '')}</td></tr>`,
  )
  return `<table><tr><th>Parameter</th><th>Where</th><th></th></tr>${rows.join('')}</table>`
}

function renderResponse([status, response]: [string, NonNullable<Operation['responses']>[string]]): string {
  const content = Object.values(response.content ?? {})[0]?.schema
  return `<details><summary>${escapeHtml(status)} ${escapeHtml(response.description ?? '')}</summary>${content ? schema(content) : ''}</details>`
}

function schema(value: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
}

function anchor(method: string, path: string): string {
  return `${method}${path}`.replace(/[^\w]+/g, '-')
}
