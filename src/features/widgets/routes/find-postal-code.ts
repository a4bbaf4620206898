import { Type } from 'typebox'
import { AppError, Invalid, issue } from '../../../platform/errors.ts'
import type { Query } from '../../../platform/http/query.ts'
import { answer, plainErrors } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import type { WidgetContext } from '../context.ts'

const PostalCode = {
  $id: 'PostalCode',
  ...Type.Object({ country: Type.String(), postal_code: Type.String() }),
}

const Parameters = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
})

/** Adds `GET /widgets/v1/postal-code`: "near me" needs the postal code that decides on a territory. */
export function addFindPostalCode(app: App, { guards, postalCodes }: WidgetContext): void {
  app.get(
    '/widgets/v1/postal-code',
    {
      onRequest: guards.requireToken('widgets'),
      config: { preflight: guards.preflight('GET', 'dealer-locator') },
      schema: {
        operationId: 'findPostalCode',
        tags: ['web pages'],
        summary: 'Find the US or Canadian postal code nearest to a point',
        description: 'Nothing about the point is stored.',
        security: [{ apiToken: [] }],
        querystring: Parameters,
        response: { 200: answer('The postal code', PostalCode), ...plainErrors(400, 401, 404, 429) },
      },
    },
    async (request, reply) => {
      const { params } = request.query as unknown as Query
      const point = {
        latitude: readDegrees(params, 'latitude', 90),
        longitude: readDegrees(params, 'longitude', 180),
      }
      const nearest = postalCodes.nearest(point)
      if (!nearest) throw new AppError('POSTAL_CODE_NOT_FOUND', 'No known postal code is within 100 miles.')
      reply.header('cache-control', 'no-store')
      return { country: nearest.country, postal_code: nearest.code }
    },
  )
}

function readDegrees(params: Query['params'], name: 'latitude' | 'longitude', most: number): number {
  const text = params[name] ?? ''
  const degrees = /^-?\d{1,3}(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (Math.abs(degrees) <= most) return degrees
  throw new Invalid([issue(name, `must be a number from -${most} to ${most}`)], 'INVALID_PARAMETER')
}
