import { rewrite } from './document.ts'

/** Our own formats in terms that every generator knows. */
const FORMATS: Record<string, object> = {
  'calendar-date': { format: 'date' },
  'practical-email': { format: 'email' },
  'country-code': { pattern: '^[A-Za-z]{2}$' },
  text: {},
}

/** Returns schemas without what only this server's validator reads. */
export function toStandardKeywords<T>(value: T): T {
  return rewrite(value, (node) => {
    const { expected, 'x-response-description': _, ...schema } = node
    // In `properties`, it is the name of a field.
    if (typeof expected === 'object') schema.expected = expected
    const known = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined
    if (!known) return schema
    const { format, ...rest } = schema
    return { ...rest, ...known }
  })
}
