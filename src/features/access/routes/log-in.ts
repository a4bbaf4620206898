import type { App } from '../../../platform/http/server.ts'
import { envelope, errors, success } from '../../warranty-api/index.ts'
import type { AccessContext } from '../context.ts'
import { logIn } from '../operations/log-in.ts'
import { LoginBody, TokenPairData } from '../schemas.ts'

/** Adds `POST /api/v1/auth/login`. */
export function addLogIn(app: App, ctx: AccessContext): void {
  app.post(
    '/api/v1/auth/login',
    {
      config: { untrimmed: ['password'] },
      schema: {
        operationId: 'logIn',
        tags: ['authentication'],
        summary: 'Obtain tokens',
        body: LoginBody,
        response: {
          200: envelope('The tokens of a new session', TokenPairData),
          ...errors(400, 401, 413, 415, 422, 429),
        },
      },
    },
    async ({ body, ip }) => success(await logIn(ctx, { ...body, address: ip }), ctx.clock.now()),
  )
}
