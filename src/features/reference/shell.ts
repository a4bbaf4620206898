import { escapeHtml } from '../../platform/http/page.ts'
import { assetUrl } from './assets.ts'

/** The guides that the pages link, in their order: file and title. */
export const GUIDES: [name: string, title: string][] = [
  ['integrators', 'Integrators'],
  ['migrating', 'Migrating'],
  ['errors', 'Errors'],
  ['webhooks', 'Webhooks'],
  ['glossary', 'Glossary'],
  ['administration', 'Administration'],
  ['importing', 'Importing'],
  ['website', 'Website'],
  ['warranties', 'Warranties'],
  ['apply', 'Set-up file'],
  ['console', 'Console'],
  ['operations', 'Operations'],
  ['privacy', 'Privacy'],
]

interface Page {
  title: string
  page: string
  navigation: string
  content: string
}

/** Returns a page of the documentation around its content. */
export function renderShell({ title, page, navigation, content }: Page): string {
  const link = (href: string, text: string, isCurrent: boolean) =>
    `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${text}</a>`
  const guides = GUIDES.map(([name, text]) => `<li>${link(`/docs/guides/${name}`, text, page === name)}</li>`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><link rel="stylesheet" href="${assetUrl('reference.css')}">
<script src="${assetUrl('reference.js')}" defer></script></head><body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar"><button type="button" class="menu" aria-expanded="false" aria-controls="navigation">Menu</button>
<a class="brand" href="/docs">Transom</a>
<nav aria-label="References">${link('/docs', 'Integrators', page === 'docs')} ${link('/docs/admin', 'Administrators', page === 'admin')}</nav></header>
<div class="columns"><nav id="navigation" aria-label="Contents">
<label class="search" for="search">Search</label><input id="search" type="search" placeholder="Press / to search" autocomplete="off">
${navigation}
<p class="group">Guides</p><ul class="guides">${guides.join('')}</ul></nav>
<main id="content">${content}</main></div>
</body></html>`
}
