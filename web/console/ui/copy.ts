/**
 * Copies an element's text, and returns whether that worked. On pages that came over plain HTTP, browsers copy only what
 * is selected. The text stays selected where they refuse, for the person to copy.
 */
export async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent)
    return true
  } catch {
    getSelection()?.selectAllChildren(element)
    if (!document.execCommand('copy')) return false
    getSelection()?.removeAllRanges()
    return true
  }
}
