import { escapeHtml } from '../../platform/http/page.ts'
import { type Description, operationsOf, resolve } from './description.ts'
import { inline, json, paragraphs } from './markup.ts'
import { renderOperation } from './operation.ts'
import { renderShell } from './shell.ts'

/** Returns the reference of the interfaces that the description has. */
export function renderReference(description: Description, { isAdmin }: { isAdmin: boolean }): string {
  const { info, tags } = description
  const groups = tags.map((tag) => ({ ...tag, operations: operationsOf(description, tag.name) }))
  const navigation = groups.map(
    ({ name, operations }) =>
      `<li><a class="group" href="#${anchor(name)}">${title(name)}</a><ul>${operations
        .map(
          ({ method, operation, isWebhook }) =>
            `<li><a href="#${operation.operationId}"><span class="method ${method.toLowerCase()}">${isWebhook ? 'SENT' : method}</span><span>${inline(operation.summary)}</span></a></li>`,
        )
        .join('')}</ul></li>`,
  )
  const sections = groups.map(
    ({ name, description: text, operations }) =>
      `<section class="group" id="${anchor(name)}"><h2>${title(name)}</h2>${paragraphs(text)}
${operations.map((one) => renderOperation(one, description)).join('\n')}</section>`,
  )
  return renderShell({
    title: info.title,
    page: isAdmin ? 'admin' : 'docs',
    navigation: `<ul>${navigation.join('')}<li><a class="group" href="#error-codes">Error codes</a></li></ul>`,
    content: `<header class="intro"><h1>${escapeHtml(info.title)} <span class="version">${escapeHtml(info.version)}</span></h1>
${paragraphs(info.description)}
<p>For machines: <a href="${isAdmin ? '/admin/v1/openapi.json' : '/openapi.json'}">openapi.json</a> (OpenAPI 3.1).</p>
${renderCredentials(isAdmin)}</header>
${sections.join('\n')}
${renderErrorCodes(description)}`,
  })
}

/** Returns the form for what "try it" sends; it stays in this tab of the browser. */
function renderCredentials(isAdmin: boolean): string {
  const login = `<form id="login" autocomplete="on"><label for="email">E-mail</label><input id="email" type="email" autocomplete="username" required>
<label for="password">Password</label><input id="password" type="password" autocomplete="current-password" required>
<button type="submit">Get an access token</button> <output></output></form>`
  const apiToken = `<label for="api-token">API token</label><input id="api-token" data-credential="apiToken" autocomplete="off" spellcheck="false">`
  return `<section class="credentials" id="authentication-form"><h2>Try it with your own credentials</h2>
<p>“Try it” sends requests to this server: they change real data. What you enter stays in this tab.${isAdmin ? ' If you are signed in to the console, nothing is needed here.' : ''}</p>
<div class="inputs">${isAdmin ? '' : apiToken}<label for="access-token">${isAdmin ? 'Access token or service token' : 'Access token'}</label><input id="access-token" data-credential="bearer" autocomplete="off" spellcheck="false"></div>
<details><summary>Get an access token with an e-mail address and a password</summary>${login}</details></section>`
}

function renderErrorCodes(description: Description): string {
  const examples = Object.entries(description.components.examples ?? {}) as [
    string,
    { summary: string; value: object },
  ][]
  const statuses = new Map<string, string>()
  for (const responses of Object.values(description.paths).flatMap((methods) => Object.values(methods))) {
    for (const [status, given] of Object.entries(responses.responses)) {
      const media = Object.values(resolve(given, description).content ?? {})[0]
      for (const code of Object.keys(media?.examples ?? {})) {
        if (status !== 'default') statuses.set(code, status)
      }
    }
  }
  const rows = [...new Map(examples.map(([, one]) => [one.summary, one.value]))].map(
    ([code, value]) =>
      `<details class="response" id="error-${code}"><summary><span class="status s${statuses.get(code)?.[0] ?? '4'}">${statuses.get(code) ?? '…'}</span> <code>${code}</code></summary><pre tabindex="0" aria-label="${code}"><code>${json(value)}</code></pre></details>`,
  )
  return `<section class="group" id="error-codes"><h2>Error codes</h2>
<p>Codes are permanent; later versions may add others. The locator, leads and registrations show no code: branch on the status there. <a href="/docs/guides/errors">Errors</a> says when each occurs and what to do.</p>
${rows.join('\n')}</section>`
}

function anchor(tag: string): string {
  return `group-${tag.replaceAll(' ', '-')}`
}

function title(tag: string): string {
  return escapeHtml(tag.charAt(0).toUpperCase() + tag.slice(1))
}
