import { Type } from 'typebox'
import { JSON_TYPE } from '../../../platform/http/headers.ts'
import type { Query } from '../../../platform/http/query.ts'
import { answer, plainErrors } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import type { ApiToken, Guards } from '../../access/index.ts'
import { toBuffer } from '../byte-text.ts'
import type { LocatorContext } from '../context.ts'
import { locatorErrorFormat } from '../error-format.ts'
import { locateDealers } from '../operations/locate-dealers.ts'
import { LocatedDealers, LocateParameters } from '../schemas.ts'

export const PATH = '/dealer-locator'
export const SCOPE = 'dealer-locator'
export const CACHE_CONTROL = 'private, no-cache'

/** Adds GET /dealer-locator. */
export function addLocateDealers(app: App, ctx: LocatorContext, guards: Guards): void {
  app.addErrorFormat(locatorErrorFormat)
  app.get(
    PATH,
    {
      onRequest: guards.requireToken(SCOPE),
      config: { preflight: guards.preflight('GET', SCOPE) },
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
            description: 'The client has this response: its `ETag` is still valid',
          }),
          ...plainErrors(400, 401, 403, 404, 429),
        },
      },
    },
    async (request, reply) => {
      const { params } = request.query as unknown as Query
      const principal = principalOf(request.apiToken!)
      const { body, version } = await locateDealers({ ...ctx, principal }, params)
      const etag = `"${version}"`
      reply.header('etag', etag).header('cache-control', CACHE_CONTROL)
      if (namesTag(request.headers['if-none-match'], etag)) return reply.status(304).send(undefined)
      return reply.header('content-type', JSON_TYPE).send(toBuffer(body))
    },
  )
}

/** Returns the principal of an operation that the token's holder calls. */
export function principalOf({ id, scopes, brands }: ApiToken): LocatorContext['principal'] {
  return { kind: 'token', id, permissions: scopes, brands }
}

/** Whether If-None-Match names the tag, compared weakly (RFC 9110 section 13.1.2): proxies that compress weaken it. */
function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  // Not split at commas: a tag may have them, and ours do.
  const tags: string[] = header.match(/"[^"]*"/g) ?? []
  return header.trim() === '*' || tags.includes(etag)
}
