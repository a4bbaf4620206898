import { Type } from 'typebox'
import { answer, plainErrors } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import { brandOf, type WidgetContext } from '../context.ts'
import { WEB_SCOPES } from '../web-scopes.ts'

const Settings = {
  $id: 'WidgetSettings',
  ...Type.Object({
    brand: Type.Object({ slug: Type.String(), name: Type.String() }),
    scopes: Type.Array(Type.String({ enum: [...WEB_SCOPES] })),
    challenge: Type.Boolean({ description: 'Whether submissions need a solved challenge' }),
    consent_texts: Type.Record(Type.String(), Type.String(), {
      description: "The brand's own texts about consent, by language: `en`, `fr`",
    }),
  }),
}

/** Adds `GET /widgets/v1/settings`: what the widgets of a page have to know about their key. */
export function addShowSettings(app: App, ctx: WidgetContext): void {
  const { guards } = ctx
  app.get(
    '/widgets/v1/settings',
    {
      onRequest: guards.requireToken('widgets'),
      config: { preflight: guards.preflight('GET', ...WEB_SCOPES) },
      schema: {
        operationId: 'showWidgetSettings',
        tags: ['web pages'],
        summary: 'Show what a publishable key is for',
        security: [{ apiToken: [] }],
        response: { 200: answer('The settings', Settings), ...plainErrors(400, 401, 429) },
      },
    },
    async (request, reply) => {
      const token = request.apiToken!
      const { slug, name, challenge, consentTexts } = await brandOf(ctx, token)
      reply.header('cache-control', 'private, max-age=60')
      return {
        brand: { slug, name },
        scopes: [...token.scopes].sort(),
        challenge: token.kind === 'publishable' && challenge,
        consent_texts: consentTexts,
      }
    },
  )
}
