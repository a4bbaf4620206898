import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { normalizePostalCode } from './normalize-postal-code.ts'
import { deleteAnswer, type GeocodeAnswer } from './queries.ts'

/**
 * Removes what a geocoding service answered for a postal code, so that whoever looks for it next has it asked anew.
 * @param country ISO 3166-1 alpha-2, upper case
 * @throws AppError VALIDATION_ERROR for what cannot be a code; NOT_FOUND where no answer is remembered
 */
export async function forgetPostalCode(
  db: Db,
  country: string,
  text: string,
): Promise<GeocodeAnswer & { code: string }> {
  const normal = normalizePostalCode(country, text)
  if ('error' in normal) throw new AppError('VALIDATION_ERROR', `${normal.error}.`)
  const { code } = normal
  const answer = await db.write((trx) => deleteAnswer(trx, country, code))
  if (answer) return { code, ...answer }
  throw new AppError('NOT_FOUND', `No answer of a geocoding service is remembered for ${country} ${code}.`)
}
