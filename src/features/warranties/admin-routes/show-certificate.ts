import { Type } from 'typebox'
import { HTML_TYPE } from '../../../platform/http/page.ts'
import type { Query } from '../../../platform/http/query.ts'
import { fileAnswer } from '../../../platform/http/responses.ts'
import { type AdminApi, errors, idOf, PREFIX, readQuery } from '../../admin-api/index.ts'
import { CERTIFICATE_HEADERS } from '../certificate/render-html.ts'
import {
  CERTIFICATE_FORMATS,
  type CertificateContext,
  issueCertificate,
  PAPERS,
} from '../operations/issue-certificate.ts'
import type { AdminServices } from './services.ts'

const CertificateQuery = Type.Object(
  {
    format: Type.Optional(
      Type.Unsafe<(typeof CERTIFICATE_FORMATS)[number]>({
        type: 'string',
        enum: [...CERTIFICATE_FORMATS],
        default: 'html',
      }),
    ),
    paper: Type.Optional(
      Type.Unsafe<(typeof PAPERS)[number]>({
        type: 'string',
        enum: [...PAPERS],
        description: "Of a PDF; default: that of the owner's country",
      }),
    ),
  },
  { additionalProperties: false },
)

type Core = Pick<CertificateContext, 'db' | 'clock'>

/** Adds GET /admin/v1/warranties/{id}/certificate. */
export function addShowCertificate(api: AdminApi, core: Core, services: AdminServices): void {
  api.app.get(
    `${PREFIX}/warranties/:id/certificate`,
    {
      onRequest: api.admit('warranty:read'),
      schema: {
        operationId: 'showCertificate',
        tags: ['warranties'],
        summary: "Show a warranty's certificate as a page or a PDF to print",
        security: [{ session: [] }, { bearer: [] }],
        params: Type.Object({ id: Type.Integer() }),
        querystring: CertificateQuery,
        response: {
          200: fileAnswer('The certificate', 'text/html', 'application/pdf'),
          ...errors(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async (request, reply) => {
      const id = idOf(request)
      const { format = 'html', paper } = readQuery(
        CertificateQuery,
        (request.query as unknown as Query).params,
      )
      const ctx = { ...services, ...core, principal: request.principal! }
      const { name, content } = await issueCertificate(ctx, { id }, { format, paper })
      // Browsers show PDFs in pages of their own, which a policy would break.
      if (format === 'html') reply.headers(CERTIFICATE_HEADERS)
      return reply
        .header('content-disposition', `inline; filename="${name}"`)
        .type(format === 'html' ? HTML_TYPE : 'application/pdf')
        .send(content as never)
    },
  )
}
