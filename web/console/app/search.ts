/** Reads one parameter of the URL. Undefined: it is not there, or makes no sense. */
type Reader<T> = (value: string) => T | undefined

/** Parameters of the URL that a page understands. All are optional; what makes no sense is left out. */
export function searchOf<T>(readers: { [K in keyof T]: Reader<T[K]> }) {
  return (search: Record<string, unknown>): { [K in keyof T]?: T[K] } => {
    const found: { [K in keyof T]?: T[K] } = {}
    for (const name in readers) {
      const value = search[name]
      const parsed = value === undefined || value === '' ? undefined : readers[name](String(value))
      if (parsed !== undefined) found[name] = parsed
    }
    return found
  }
}

/** Any text. */
export const text: Reader<string> = (value) => value

/** A whole number from 1 on. */
export const number: Reader<number> = (value) => (/^[1-9]\d{0,15}$/.test(value) ? Number(value) : undefined)

/** One of some words. */
export function oneOf<const W extends string>(...words: W[]): Reader<W> {
  return (value) => words.find((word) => word === value)
}

/** Reads and writes parameters as they stand, without quotation marks: `?q=HCX&page=2`. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** Returns what a link or `navigate` takes as `search` to change some parameters and keep the others. */
export function withSearch(changes: Record<string, string | number | undefined>): never {
  return ((search: object) => ({ ...search, ...changes })) as never
}

/** For links that differ from the present page in parameters alone: only the same parameters are the same page. */
export const EXACTLY = { exact: true, includeSearch: true, explicitUndefined: true }
