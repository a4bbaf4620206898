import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml, HTML_TYPE } from '../../../../platform/http/page.ts'
import type { ApiToken } from '../../../access/index.ts'
import { STYLE } from '../../embed/style.ts'

const STYLE_HASH = `'sha256-${hash('sha256', STYLE, 'base64')}'`

/** HTML that was put together by `html`. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | undefined | false | readonly Html[]

/** Returns HTML. Values are escaped unless they are HTML themselves; undefined and false leave nothing. */
export function html(parts: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(parts.map((part, i) => part + (i < values.length ? toText(values[i]) : '')).join(''))
}

function toText(value: Part): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return escapeHtml(String(value))
}

interface Page {
  language: string
  title: string
  body: Html
  status?: number
}

/** Sends a page for a frame on the pages of a key's origins. It needs no script and loads nothing. */
export function sendPage(reply: FastifyReply, token: ApiToken | undefined, page: Page): FastifyReply {
  const { language, title, body, status = 200 } = page
  // The console shows a preview: only a browser on this server's own pages says that it is the same site.
  const isOurs = reply.request.headers['sec-fetch-site'] === 'same-origin'
  const ancestors = [...(token?.origins ?? []), ...(isOurs ? ["'self'"] : [])].join(' ') || "'none'"
  const text = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${new Html(STYLE)}</style></head><body><main>
<h1>${title}</h1>
${body}
</main></body></html>`.text
  return reply
    .status(status)
    .headers({
      'content-security-policy': `default-src 'none'; style-src ${STYLE_HASH}; form-action 'self'; base-uri 'none'; frame-ancestors ${ancestors}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type(HTML_TYPE)
    .send(text)
}
