import type { FastifyReply, FastifyRequest } from 'fastify'
import { Forbidden } from '../../../platform/errors.ts'
import { readCookies, writeCookie } from '../browser-sessions/cookie.ts'
import type { Browser, OpenedSession } from '../browser-sessions/open-session.ts'
import type { AccountContext, SignIn } from '../context.ts'
import { showSession } from '../operations/show-session.ts'

/** @throws Forbidden (ENDPOINT_NOT_PERMITTED) for a service token, which nobody signs in with */
export function signInOf({ signIn }: FastifyRequest): SignIn {
  if (signIn) return signIn
  throw new Forbidden('ENDPOINT_NOT_PERMITTED', 'A service token has no session: only people sign in.')
}

/** Returns the browser that sends a request. */
export function browserOf(request: FastifyRequest): Browser {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    cookies: readCookies(request.headers.cookie),
  }
}

/** Gives the browser its new session, and returns the session as the response has it. */
export function answerSignIn(
  ctx: AccountContext,
  session: OpenedSession,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const seconds = Math.ceil((session.endsAt - ctx.clock.now()) / 1_000_000)
  setCookie(request, reply, { token: session.token, seconds })
  return showSession(ctx, session)
}

/** Sets the browser's cookie; without a token, clears it. */
export function setCookie(
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  { token = '', seconds = 0 }: { token?: string; seconds?: number } = {},
): void {
  reply.header('set-cookie', writeCookie(token, { seconds, secure: protocol === 'https' }))
}
