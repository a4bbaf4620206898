import { Type } from 'typebox'
import { HTML_TYPE } from '../../../platform/http/page.ts'
import type { AdminApi } from '../../admin-api/index.ts'
import { CERTIFICATE_HEADERS } from '../certificate/render-html.ts'
import { CERTIFICATE_FORMATS, issueCertificate, PAPERS } from '../operations/issue-certificate.ts'
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
        description: "Paper size of a PDF; default: that of the owner's country",
      }),
    ),
  },
  { additionalProperties: false },
)

/** Adds GET /admin/v1/warranties/{id}/certificate. */
export function addShowCertificate(api: AdminApi, services: AdminServices): void {
  api.addFile({
    path: '/warranties/:id/certificate',
    permission: 'warranty:read',
    operationId: 'showCertificate',
    tag: 'warranties',
    summary: "Show a warranty's certificate as a page or a PDF to print",
    query: CertificateQuery,
    answer: { description: 'The certificate', types: ['text/html', 'application/pdf'] },
    async send({ ctx, id, query: { format = 'html', paper }, reply }) {
      const { name, content } = await issueCertificate({ ...services, ...ctx }, { id }, { format, paper })
      // Browsers show PDFs in pages of their own, which a policy would break.
      if (format === 'html') reply.headers(CERTIFICATE_HEADERS)
      return reply
        .header('content-disposition', `inline; filename="${name}"`)
        .type(format === 'html' ? HTML_TYPE : 'application/pdf')
        .send(content as never)
    },
  })
}
