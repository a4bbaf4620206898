import { Type } from 'typebox'
import { NO_STORE } from '../../../platform/http/headers.ts'
import { answer, plainErrors } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import type { WebFormContext } from '../context.ts'
import { FORM_SCOPES, issueChallenge } from '../operations/issue-challenge.ts'

const ChallengeRecord = Type.Object({
  algorithm: Type.Literal('SHA-256'),
  challenge: Type.String({ description: 'SHA-256 of the salt and the number, in hexadecimal' }),
  maxnumber: Type.Integer({ description: 'The number is from 0 to this one' }),
  salt: Type.String({ description: 'Its `expires` is the last second in which a solution is accepted' }),
  signature: Type.String(),
})

/** Adds GET /challenge. */
export function addIssueChallenge(app: App, ctx: WebFormContext): void {
  app.get(
    '/challenge',
    {
      onRequest: ctx.guards.requireToken('challenge'),
      config: { preflight: ctx.guards.preflight('GET', ...FORM_SCOPES) },
      schema: {
        operationId: 'getChallenge',
        tags: ['web pages'],
        summary: 'Get a proof-of-work challenge for a submission with a publishable key',
        description:
          'As ALTCHA has it. Send the solution once, as base64 of JSON with `number` beside these fields, in ' +
          '`X-Transom-Challenge`.',
        security: [{ apiToken: [] }],
        response: { 200: answer('The challenge', ChallengeRecord), ...plainErrors(400, 401, 403, 429) },
      },
    },
    async (request, reply) => {
      reply.header(...NO_STORE)
      return issueChallenge(ctx, request.apiToken!)
    },
  )
}
