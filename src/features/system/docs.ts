import { hash } from 'node:crypto'

const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#123}
code,pre{font:14px/1.4 ui-monospace,monospace}pre{background:#f2f5f7;padding:.8rem;overflow:auto;border-radius:4px}
h2{border-top:1px solid #cdd;padding-top:1.2rem}b{display:inline-block;min-width:4rem;color:#0a5}
td,th{text-align:left;padding:.1rem .8rem .1rem 0;vertical-align:top}summary{cursor:pointer}
`

/** The page has its own style and nothing else: no script, no frame around it, nothing from or to elsewhere. */
export const DOCS_HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
}

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

/** The interface's description as one page of plain HTML, which needs no script and nothing from elsewhere. */
export function renderDocs({ info, paths }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${STYLE}</style></head><body>
<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)}</h1>
<p>${escapeHtml(info.description ?? '')} The same, for machines: <a href="/openapi.json">openapi.json</a>.</p>
<ul>${operations.map(({ path, method }) => `<li><a href="#${anchor(method, path)}"><code>${method} ${escapeHtml(path)}</code></a></li>`).join('')}</ul>
${operations.map(renderOperation).join('\n')}
</body></html>`
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

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
