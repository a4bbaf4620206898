import type { OperationContext } from '../../../platform/context.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { normalizePostalCode } from '../codes/normalize-postal-code.ts'
import { deleteAnswer, type GeocodeAnswer } from '../queries.ts'

/**
 * Removes what a geocoding service answered for a postal code: the next look-up asks it again. Returns what it was.
 * @throws Invalid for what cannot be a code; NotFound where no answer is stored
 */
export async function refreshPostalCode(
  { db, principal }: OperationContext,
  /** `country`: ISO 3166-1 alpha-2, upper case. */
  { country, code: text }: { country: string; code: string },
): Promise<GeocodeAnswer & { code: string }> {
  authorize(principal, 'system:write')
  const normal = normalizePostalCode(country, text)
  if ('error' in normal) throw new Invalid([{ field: 'code', message: `${normal.error}.` }])
  const { code } = normal
  const answer = await db.write((trx) => deleteAnswer(trx, country, code))
  if (answer) return { code, ...answer }
  throw new NotFound('NOT_FOUND', `No geocoding service's answer is stored for ${country} ${code}.`)
}
