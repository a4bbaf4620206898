import type { FastifyRequest } from 'fastify'
import type { Query } from '../../../../platform/http/query.ts'
import { type Translate, translator } from '../../text/text.ts'

/** A page's visitor and address. */
export interface Visitor {
  language: string
  t: Translate
  /** Parameters of the page's address. */
  query: Record<string, string | undefined>
  /** Countries to choose from: codes with their names, the first one chosen unless the address has a `country`. */
  countries: [string, string][]
}

/** Reads `locale`, `countries` and other parameters of a page's address; without `locale`, the browser's language. */
export function visitorOf(request: FastifyRequest): Visitor {
  const query = (request.query as Query).params as Visitor['query']
  const accepted = (request.headers['accept-language'] ?? '').split(',')
  const { language, t } = translator([query.locale ?? '', ...accepted.map((one) => one.trim())])
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const codesIn = (text = '') => text.toUpperCase().match(/\b[A-Z]{2}\b/g)
  const listed = codesIn(query.countries) ?? ['US', 'CA']
  const codes = new Set([...listed, ...(codesIn(query.country)?.slice(0, 1) ?? [])])
  return { language, t, query, countries: [...codes].map((code) => [code, names.of(code) ?? code]) }
}
