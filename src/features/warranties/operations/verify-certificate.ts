import { toUtcDate } from '../../../platform/clock.ts'
import { NotFound } from '../../../platform/errors.ts'
import { readCode } from '../certificate/code.ts'
import type { WarrantyContext } from '../context.ts'
import { findByCertificateCode } from '../queries/certificate-queries.ts'
import { currentStatus } from '../records/status.ts'

/** The public data of a certificate's code, without the owner. */
export interface VerifiedCertificate {
  brand: string
  model: string
  /** The last four characters of the HIN. */
  hinEnd: string
  status: string
}

/** Returns the present status of the warranty with this code. @throws NotFound (NOT_FOUND) */
export async function verifyCertificate(
  { db, brands, clock }: Pick<WarrantyContext, 'db' | 'brands' | 'clock'>,
  text: string,
): Promise<VerifiedCertificate> {
  const code = readCode(text)
  const row = code === undefined ? undefined : await findByCertificateCode(db.read, code)
  if (!row) throw new NotFound('NOT_FOUND', 'There is no certificate with this code.')
  const { byId } = await brands.getFresh()
  return {
    brand: byId.get(row.brand_id)?.name ?? '',
    model: row.model,
    hinEnd: row.hin.slice(-4),
    status: currentStatus(row, toUtcDate(clock.now())),
  }
}
