import { toUtcDate } from '../../../platform/clock.ts'
import { authorize } from '../../../platform/principal.ts'
import { type Certificate, toCertificate } from '../certificate/certificate.ts'
import { newCode } from '../certificate/code.ts'
import { makeQrCode } from '../certificate/qr-code.ts'
import { renderCertificateHtml } from '../certificate/render-html.ts'
import { type Paper, renderCertificatePdf } from '../certificate/render-pdf.ts'
import type { WarrantyContext } from '../context.ts'
import { addCertificateCode, findCertificateCode } from '../queries/certificate-queries.ts'
import { toRecord } from '../records/record.ts'
import type { WarrantySelector } from '../records/select-warranty.ts'
import { pickWarranty } from './show-warranty.ts'

export interface CertificateContext extends WarrantyContext {
  /** This server's address for browsers, which is printed on certificates. */
  publicUrl: string
}

export const CERTIFICATE_FORMATS = ['html', 'pdf'] as const
export const PAPERS = ['a4', 'letter'] as const satisfies Paper[]

interface Wanted {
  format: (typeof CERTIFICATE_FORMATS)[number]
  /** The paper size of a PDF; default: that of the owner's country. */
  paper?: Paper | undefined
}

/**
 * Returns a warranty's certificate as a page or a PDF, and the address at which anybody can check it. The first one gives
 * the warranty the code that it keeps.
 * @throws Forbidden; NotFound (NOT_FOUND, WARRANTY_NOT_FOUND); Conflict (AMBIGUOUS_HIN)
 */
export async function issueCertificate(
  ctx: CertificateContext,
  selector: WarrantySelector,
  { format, paper }: Wanted,
): Promise<{ name: string; content: Buffer; verifyUrl: string }> {
  authorize(ctx.principal, 'warranty:read')
  const certificate = await certify(ctx, selector)
  const { verifyUrl } = certificate
  const qr = await makeQrCode(verifyUrl)
  const name = `warranty-${certificate.hin}.${format}`
  if (format === 'html') {
    return { name, content: Buffer.from(renderCertificateHtml(certificate, qr)), verifyUrl }
  }
  const now = new Date(ctx.clock.now() / 1_000)
  const size = paper ?? (certificate.usesLetter ? 'letter' : 'a4')
  return { name, content: await renderCertificatePdf(certificate, qr, { paper: size, now }), verifyUrl }
}

async function certify(ctx: CertificateContext, selector: WarrantySelector): Promise<Certificate> {
  const brands = await ctx.brands.getFresh()
  const row = await pickWarranty(ctx, brands, selector)
  const today = toUtcDate(ctx.clock.now())
  const record = toRecord(row, brands.byId.get(row.brand_id)?.name ?? '', today)
  return toCertificate(record, { code: await codeOf(ctx, row.id), publicUrl: ctx.publicUrl, today })
}

async function codeOf({ db, clock }: CertificateContext, warrantyId: number): Promise<string> {
  const known = await findCertificateCode(db.read, warrantyId)
  if (known) return known
  const row = { warranty_id: warrantyId, code: newCode(), created_at: clock.now() }
  return db.write((trx) => addCertificateCode(trx, row))
}
