import { Type } from 'typebox'
import type { App } from '../../../platform/http/server.ts'
import { envelope, errors, success } from '../../warranty-api/index.ts'
import type { AccessContext } from '../context.ts'
import type { Guards } from '../guards.ts'
import { logOut } from '../operations/log-out.ts'
import { LogoutBody } from '../schemas.ts'

/** Adds `POST /api/v1/auth/logout`. */
export function addLogOut(app: App, ctx: AccessContext, guards: Guards): void {
  app.post(
    '/api/v1/auth/logout',
    {
      onRequest: guards.requireUser(),
      config: { bodyOptional: true },
      schema: {
        operationId: 'logOut',
        tags: ['authentication'],
        summary: 'End the session',
        security: [{ bearer: [] }],
        body: LogoutBody,
        response: {
          200: envelope('The session is ended', Type.Object({})),
          ...errors(400, 401, 413, 415, 422, 429),
        },
      },
    },
    async ({ session, body }) => {
      await logOut(ctx, { session: session!, refreshToken: body?.refresh_token ?? undefined })
      return success({}, ctx.clock.now())
    },
  )
}
