type Child = Node | string | null | undefined | false
type Properties = Record<string, unknown>

/**
 * Returns a new element. A property that the element has is set, another becomes an attribute; `on…` listens. Text is
 * always text: nothing here parses HTML.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value as EventListener)
    else if (key in element && key !== 'form' && key !== 'part') Reflect.set(element, key, value)
    else element.setAttribute(key, value === true ? '' : String(value))
  }
  element.append(...present(children))
  return element
}

/** Returns what is not left out. */
export function present(children: readonly Child[]): (Node | string)[] {
  return children.filter(
    (child): child is Node | string => child instanceof Node || typeof child === 'string',
  )
}

/** Says how something stands, in the place for it. */
export function report(status: HTMLElement, text: string, failed = false): void {
  status.classList.toggle('failed', failed)
  status.part.toggle('error', failed)
  status.textContent = text
}

/** Returns a link's address if a browser may open it as a page. */
export function safeUrl(text: string): string | undefined {
  const url = URL.parse(/^[a-z]+:/i.test(text) ? text : `https://${text}`)
  return url && ['http:', 'https:'].includes(url.protocol) && text !== '' ? url.href : undefined
}
