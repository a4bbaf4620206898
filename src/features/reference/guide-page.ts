import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '../../platform/http/page.ts'
import { GUIDES, renderShell } from './shell.ts'

const FOLDER = join(import.meta.dirname, '../../../docs')

/** Returns a guide of the folder docs as a page; undefined where there is none. */
export async function renderGuide(name: string): Promise<string | undefined> {
  const known = GUIDES.find(([file]) => file === name)
  const file = join(FOLDER, `${name}.md`)
  if (!known || !existsSync(file)) return undefined
  const { Marked } = await import('marked')
  const headings: { id: string; text: string; depth: number }[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slug(text)
        headings.push({ id, text, depth })
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(target(href))}">${this.parser.parseInline(tokens)}</a>`
      },
      table(token) {
        const cells = (row: typeof token.header, tag: string) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`)
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
      },
      code({ text, lang }) {
        return `<pre tabindex="0" aria-label="${escapeHtml(lang ?? 'Code')}"><code>${escapeHtml(text)}</code></pre>`
      },
      html: ({ text }) => escapeHtml(text),
    },
  })
  const content = await marked.parse(readFileSync(file, 'utf8'))
  const navigation = headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(
      ({ id, text, depth }) =>
        `<li class="depth${depth}"><a href="#${id}">${escapeHtml(text.replaceAll('`', ''))}</a></li>`,
    )
  return renderShell({
    title: `${known[1]} – Transom`,
    page: name,
    navigation: `<ul>${navigation.join('')}</ul>`,
    content: `<article class="guide">${content}</article>`,
  })
}

/** Links between guides stay among the pages; what else the project's documents link is not served. */
function target(href: string): string {
  const [, name, fragment = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (name && GUIDES.some(([file]) => file === name)) return `/docs/guides/${name}${fragment}`
  return /^(https:|#)/.test(href) ? href : '#'
}

/** Returns the anchor that links between documents use, as GitHub makes it. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}
