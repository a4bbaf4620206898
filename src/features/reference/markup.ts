import { escapeHtml } from '../../platform/http/page.ts'

/** Returns a description's text as HTML: code in backticks, bold, links and lists. */
export function inline(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\((\/[\w/.#-]*)\)/g, '<a href="$2">$1</a>')
}

/** Returns paragraphs and lists as HTML. */
export function paragraphs(text: string): string {
  return text
    .split(/\n\n+/)
    .map((block) => {
      if (!block.startsWith('- ')) return `<p>${inline(block)}</p>`
      const items = block.split(/\n(?=- )/).map((item) => `<li>${inline(item.slice(2))}</li>`)
      return `<ul>${items.join('')}</ul>`
    })
    .join('\n')
}

/** Returns JSON as HTML, with its names, texts and other values marked. */
export function json(value: unknown): string {
  return escapeHtml(typeof value === 'string' ? value : JSON.stringify(value, null, 2)).replace(
    /(&quot;(?:\\.|(?!&quot;).)*&quot;)(:?)|\b(true|false|null|-?\d[\d.]*)\b(?![^<]*&quot;)/g,
    (match, text, colon, literal) => {
      if (text === undefined) return `<i class="l">${literal}</i>`
      return colon ? `<i class="k">${text}</i>:` : `<i class="s">${match}</i>`
    },
  )
}
