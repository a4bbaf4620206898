import { AppError } from '../errors.ts'
import { countryFromText } from '../validate.ts'

/** Returns the value of `--country` as ISO 3166-1 alpha-2. @throws AppError (VALIDATION_ERROR) */
export function readCountry(text: string): string {
  const code = countryFromText(text)
  if (code !== null) return code
  throw new AppError(
    'VALIDATION_ERROR',
    `--country must be a country's two- or three-letter code or English name, not "${text}".`,
  )
}
