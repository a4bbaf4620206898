import { Type } from 'typebox'
import type { FastLane } from '../../../platform/http/fast-lane.ts'
import { JSON_TYPE } from '../../../platform/http/headers.ts'
import type { Query } from '../../../platform/http/query.ts'
import { headerLines } from '../../../platform/http/raw-response.ts'
import { answer, plainErrors } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { locatorErrorFormat } from '../error-format.ts'
import { readLocateQuery } from '../locate-query.ts'
import { type LocatorContext, locateAtOnce, locateDealers } from '../operations/locate-dealers.ts'
import { LocatedDealers, LocateParameters } from '../schemas.ts'

const PATH = '/dealer-locator'
const CACHE_CONTROL = 'private, no-cache'
/** Of every quick answer. */
const SAME_LINES = headerLines(['cache-control', CACHE_CONTROL, 'content-type', JSON_TYPE])

/** Adds the dealer locator. */
export function addLocatorRoute(app: App, ctx: LocatorContext, guards: Guards): void {
  app.addErrorFormat(locatorErrorFormat)
  app.get(
    PATH,
    {
      onRequest: guards.requireToken('dealer-locator'),
      schema: {
        operationId: 'findDealers',
        tags: ['dealer locator'],
        summary: 'Find dealers for a postal code',
        security: [{ apiToken: [] }],
        querystring: LocateParameters,
        response: {
          200: answer('The dealers; there may be none', LocatedDealers),
          304: Type.Unsafe<undefined>({
            type: 'null',
            description: 'The client has this answer: its `ETag` still holds',
          }),
          ...plainErrors(400, 401, 403, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const query = readLocateQuery((request.query as unknown as Query).params)
      const { body, etag } = await locateDealers(ctx, request.apiToken!, query)
      reply.header('etag', etag).header('cache-control', CACHE_CONTROL)
      if (namesTag(request.headers['if-none-match'], etag)) return reply.status(304).send(undefined)
      return reply.header('content-type', JSON_TYPE).send(body)
    },
  )
}

/** Adds the dealer locator's quick route. */
export function addQuickLocator(lane: FastLane, ctx: LocatorContext, guards: Guards): void {
  lane.add(PATH, ({ raw, params, scratch }) => {
    const token = guards.tokenAtOnce(raw, 'dealer-locator')
    if (!token || raw.headers['if-none-match'] !== undefined || params.explain !== undefined) return undefined
    const located = locateAtOnce(ctx, token, readLocateQuery(params), scratch)
    if (!located) return undefined
    const limits = guards.countAtOnce(token, 'dealer-locator')
    if (!limits) return undefined
    const { body, etag } = located
    return { headers: headerLines([...limits, 'etag', etag]) + SAME_LINES, body }
  })
}

/** Whether If-None-Match names the tag, compared weakly (RFC 9110 section 13.1.2): proxies that compress weaken it. */
function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  // Not split at commas: a tag may have them, and ours do.
  const tags: string[] = header.match(/"[^"]*"/g) ?? []
  return header.trim() === '*' || tags.includes(etag)
}
