import { Type } from 'typebox'
import { NotFound } from '../../../platform/errors.ts'
import { addHeaders, NO_STORE } from '../../../platform/http/headers.ts'
import { HTML_TYPE } from '../../../platform/http/page.ts'
import { fileAnswer, plainErrors } from '../../../platform/http/responses.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Guards } from '../../access/index.ts'
import { CHECK_HEADERS, renderCheck, renderUnknownCode } from '../certificate/render-check.ts'
import type { WarrantyContext } from '../context.ts'
import { verifyCertificate } from '../operations/verify-certificate.ts'

/** Adds GET /verify/{code}, the page that a certificate's QR code leads to. */
export function addVerifyCertificate(
  app: App,
  services: Pick<WarrantyContext, 'db' | 'brands' | 'clock'>,
  guards: Guards,
): void {
  addHeaders(app as never, NO_STORE, ['x-robots-tag', 'noindex'])
  app.get(
    '/verify/:code',
    {
      onRequest: guards.limitClients('verify'),
      schema: {
        operationId: 'verifyCertificate',
        tags: ['web pages'],
        summary: "Show the status of a certificate's warranty, and nothing about the owner",
        params: Type.Object({ code: Type.String() }),
        security: [],
        response: {
          200: fileAnswer("A page with the model, the end of the HIN and the warranty's status", 'text/html'),
          ...plainErrors(400, 429),
          404: fileAnswer('A page that says that nobody issued this code', 'text/html'),
        },
      },
    },
    async (request, reply) => {
      const page = reply.type(HTML_TYPE).headers(CHECK_HEADERS)
      try {
        return page.send(renderCheck(await verifyCertificate(services, request.params.code)) as never)
      } catch (error) {
        if (!(error instanceof NotFound)) throw error
        return page.status(404).send(renderUnknownCode() as never)
      }
    },
  )
}
