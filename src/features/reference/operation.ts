import { escapeHtml } from '../../platform/http/page.ts'
import { codeSamples } from './code-samples.ts'
import {
  type Described,
  type Description,
  type Media,
  type Parameter,
  type Response,
  resolve,
} from './description.ts'
import { renderFields, typeOf } from './fields.ts'
import { inline, json } from './markup.ts'

const SCHEMES: Record<string, string> = {
  bearer: 'access token (<code>Authorization: Bearer</code>)',
  session: 'cookie of a signed-in person',
  apiToken: 'API token (<code>X-API-Token</code>)',
}

/** Returns the section of one operation or webhook. */
export function renderOperation(described: Described, description: Description): string {
  const { method, path, operation, isWebhook } = described
  const schemes = [...new Set((operation.security ?? []).flatMap(Object.keys))]
  const parameters = (operation.parameters ?? []).map((one) => resolve(one, description))
  return `<section class="operation" id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
<div class="text">
<h3 id="${operation.operationId}-title"><a class="anchor" href="#${operation.operationId}">${inline(operation.summary)}</a></h3>
<p class="address"><span class="method ${method.toLowerCase()}">${isWebhook ? 'SENT' : method}</span> <code>${escapeHtml(isWebhook ? 'your URL' : path)}</code></p>
${operation.description ? `<p>${inline(operation.description)}</p>` : ''}
${schemes.length > 0 ? `<p class="auth">Needs ${schemes.map((one) => SCHEMES[one] ?? one).join(' or ')}</p>` : ''}
${['path', 'query', 'header'].map((where) => renderParameters(where, parameters, description)).join('')}
${renderBody(operation.requestBody?.content, description)}
${isWebhook ? '' : renderResponses(operation.responses, description)}
</div>
<div class="code">
${isWebhook ? renderMessage(operation.requestBody?.content) : renderSamples(described, description)}
${isWebhook ? '' : renderExamples(operation.responses, description, operation.operationId)}
${isWebhook ? '' : renderTryIt(described, parameters, schemes)}
</div>
</section>`
}

const TITLES: Record<string, string> = { path: 'Path', query: 'Query', header: 'Headers' }

function renderParameters(where: string, all: Parameter[], description: Description): string {
  const own = all.filter((one) => one.in === where)
  if (own.length === 0) return ''
  const properties = Object.fromEntries(
    own.map(({ name, schema, description: text }) => [
      name,
      text === undefined ? schema : { ...schema, description: text },
    ]),
  )
  const required = own.filter((one) => one.required).map(({ name }) => name)
  return `<h4>${TITLES[where]}</h4>${renderFields({ properties, required }, description)}`
}

function renderBody(content: Record<string, Media> | undefined, description: Description): string {
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  if (!type || !media?.schema) return ''
  const fields = renderFields(media.schema, description)
  return `<h4>Body <span class="type">${escapeHtml(type)}</span></h4>${fields || `<p class="type">${typeOf(media.schema, description)}</p>`}`
}

function renderResponses(responses: Record<string, Response>, description: Description): string {
  const rows = Object.entries(responses).map(([status, given]) => {
    const response = resolve(given, description)
    const media = Object.values(response.content ?? {})[0]
    const codes = Object.keys(media?.examples ?? {})
    const fields = status.startsWith('2') && media?.schema ? renderFields(media.schema, description) : ''
    const text = `<span class="status s${status[0]}">${status === 'default' ? '…' : status}</span> ${inline(response.description)}`
    const list =
      codes.length > 0 ? `<p class="limits">${codes.map((one) => `<code>${one}</code>`).join(' ')}</p>` : ''
    return fields
      ? `<details class="response"><summary>${text}</summary>${fields}</details>`
      : `<div class="response">${text}${list}</div>`
  })
  return `<h4>Responses</h4>${rows.join('\n')}`
}

function renderSamples(described: Described, description: Description): string {
  const samples = codeSamples(described, description)
  const tabs = samples.map(
    ([language], at) =>
      `<button type="button" data-language="${language}" aria-pressed="${at === 0}">${language}</button>`,
  )
  const blocks = samples.map(
    ([language, code], at) =>
      `<pre tabindex="0" aria-label="${language}" data-language="${language}"${at === 0 ? '' : ' hidden'}><code>${escapeHtml(code)}</code></pre>`,
  )
  return `<div class="samples"><div class="tabs">${tabs.join('')}<button type="button" class="copy">Copy</button></div>${blocks.join('')}</div>`
}

function renderMessage(content: Record<string, Media> = {}): string {
  const example = Object.values(content)[0]?.example
  return `<p class="caption">Message</p><pre tabindex="0" aria-label="Message"><code>${json(example)}</code></pre>`
}

/** Returns the examples of a response and of each error code, one shown at a time. */
function renderExamples(responses: Record<string, Response>, description: Description, id: string): string {
  const examples = Object.entries(responses).flatMap(([status, given]) => {
    const media = Object.values(resolve(given, description).content ?? {})[0]
    if (media?.example !== undefined) return [[status, '', media.example] as const]
    return Object.entries(media?.examples ?? {}).map(
      ([code, one]) => [status === 'default' ? '' : status, code, resolve(one, description).value] as const,
    )
  })
  const options = examples.map(([status, code], at) => `<option value="${at}">${status} ${code}</option>`)
  const blocks = examples.map(
    ([, , value], at) =>
      `<pre tabindex="0" aria-label="Example"${at === 0 ? '' : ' hidden'}><code>${json(value)}</code></pre>`,
  )
  if (blocks.length === 0) return ''
  return `<div class="examples"><p class="caption"><label for="${id}-example">Response</label> <select id="${id}-example">${options.join('')}</select></p>${blocks.join('')}</div>`
}

function renderTryIt(
  { method, path, operation }: Described,
  parameters: Parameter[],
  schemes: string[],
): string {
  const { operationId, requestBody } = operation
  const inputs = parameters.map(({ name, in: where, required, example, schema }) => {
    const id = `${operationId}-${where}-${name}`
    const value =
      required && (example ?? schema.enum?.[0]) !== undefined ? String(example ?? schema.enum?.[0]) : ''
    return `<label for="${id}">${escapeHtml(name)}${required ? ' *' : ''}</label><input id="${id}" data-in="${where}" name="${escapeHtml(name)}" value="${escapeHtml(value)}" autocomplete="off" spellcheck="false">`
  })
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const text = typeof media?.example === 'string' ? media.example : JSON.stringify(media?.example, null, 2)
  const body = type
    ? `<label for="${operationId}-body">Body</label><textarea id="${operationId}-body" data-type="${type}" rows="8" spellcheck="false">${escapeHtml(text ?? '')}</textarea>`
    : ''
  return `<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${escapeHtml(path)}" data-auth="${schemes.join(' ')}">
<div class="inputs">${inputs.join('')}${body}</div>
<button type="submit">Send</button> <output></output>
</form></details>`
}
