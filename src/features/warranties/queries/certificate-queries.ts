import type { Micros } from '../../../platform/clock.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'

/** Returns the code of the warranty's certificates; undefined before the first one. */
export async function findCertificateCode(reader: Reader, warrantyId: number): Promise<string | undefined> {
  const row = await reader
    .selectFrom('certificate_codes')
    .select('code')
    .where('warranty_id', '=', warrantyId)
    .executeTakeFirst()
  return row?.code
}

/** Stores the code, unless another request has stored one. Returns the one that counts. */
export async function addCertificateCode(
  trx: Trx,
  row: { warranty_id: number; code: string; created_at: Micros },
): Promise<string> {
  await trx
    .insertInto('certificate_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('warranty_id').doNothing())
    .execute()
  return (await findCertificateCode(trx, row.warranty_id))!
}

/** Returns the warranty with this code, as far as everybody may know it. */
export function findByCertificateCode(reader: Reader, code: string) {
  return reader
    .selectFrom('certificate_codes')
    .innerJoin('warranties', 'warranties.id', 'certificate_codes.warranty_id')
    .select(['brand_id', 'hin', 'model', 'warranty_status', 'warranty_end_date'])
    .where('code', '=', code)
    .executeTakeFirst()
}
