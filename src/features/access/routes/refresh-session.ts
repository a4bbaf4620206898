import type { App } from '../../../platform/http/server.ts'
import { envelope, errors, success } from '../../warranty-api/index.ts'
import type { AccessContext } from '../context.ts'
import { refreshSession } from '../operations/refresh-session.ts'
import { RefreshBody, TokenPairData } from '../schemas.ts'

/** Adds `POST /api/v1/auth/refresh`. */
export function addRefreshSession(app: App, ctx: AccessContext): void {
  app.post(
    '/api/v1/auth/refresh',
    {
      schema: {
        operationId: 'refreshTokens',
        tags: ['authentication'],
        summary: 'Obtain new tokens for a refresh token',
        body: RefreshBody,
        response: {
          200: envelope('The next tokens of the session', TokenPairData),
          ...errors(400, 401, 413, 415, 422),
        },
      },
    },
    async ({ body }) => {
      const pair = await refreshSession(ctx, { refreshToken: body.refresh_token })
      return success(pair, ctx.clock.now())
    },
  )
}
