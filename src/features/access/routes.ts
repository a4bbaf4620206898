import { Type } from 'typebox'
import type { App } from '../../platform/http/server.ts'
import { envelope, errors, success } from '../warranty-api/index.ts'
import type { AccessContext } from './context.ts'
import type { Guards } from './guards.ts'
import { logIn } from './operations/log-in.ts'
import { logOut } from './operations/log-out.ts'
import { refreshSession } from './operations/refresh-session.ts'
import { LoginBody, LogoutBody, RefreshBody, TokenPairData } from './schemas.ts'

/** Adds login, refresh and logout. */
export function addAccessRoutes(app: App, ctx: AccessContext, guards: Guards): void {
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
    async (request) => {
      const pair = await logIn(ctx, { ...request.body, address: request.ip })
      return success(pair, ctx.clock.now())
    },
  )

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
    async (request) => {
      return success(await refreshSession(ctx, request.body.refresh_token), ctx.clock.now())
    },
  )

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
    async (request) => {
      await logOut(ctx, request.session!, request.body?.refresh_token ?? undefined)
      return success({}, ctx.clock.now())
    },
  )
}
