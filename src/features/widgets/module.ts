import type { FastifyError, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { ERROR_STATUS } from '../../platform/http/error-status.ts'
import type { App } from '../../platform/http/server.ts'
import { toAppError } from '../../platform/http/to-app-error.ts'
import type { WidgetContext } from './context.ts'
import { addEmbedLead } from './routes/embed/lead.ts'
import { addEmbedLocator } from './routes/embed/locator.ts'
import { html, sendPage } from './routes/embed/page.ts'
import { addEmbedRegistration } from './routes/embed/registration.ts'
import { visitorOf } from './routes/embed/visitor.ts'
import { addFindPostalCode } from './routes/find-postal-code.ts'
import { addShowSettings } from './routes/show-settings.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'

export type { WidgetContext } from './context.ts'
export type { Located } from './embed/dealer-view.ts'

/** Adds what the script of brands' websites asks, and the same as pages without scripts. */
export function addWidgetRoutes(app: App, ctx: WidgetContext): void {
  addShowSettings(app, ctx)
  addFindPostalCode(app, ctx)
  app.register(async (pages) => addPages(pages as never, ctx))
}

function addPages(app: App, ctx: WidgetContext): void {
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(text as string)))
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const shown = toAppError(error, request.id, request.routeOptions)
    const status = ERROR_STATUS[shown.code]
    // Logged, and in the usual format.
    if (status >= 500 && !(shown instanceof AppError && shown.quiet)) throw error
    if (shown.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(shown.retryAfter)))
    const { language, t } = visitorOf(request as FastifyRequest)
    const text = status === 429 ? t('tooMany') : language === 'en' ? shown.message : t('unavailable')
    const body = html`<p role="alert">${text}</p>`
    return sendPage(reply as never, request.apiToken, { language, title: 'Transom', status, body })
  })
  addEmbedLocator(app, ctx)
  addEmbedLead(app, ctx)
  addEmbedRegistration(app, ctx)
}
