/**
 * Decodes the characters of a HIN by 33 CFR 181.25, for information only. Many legal hulls are older than that rule, come
 * from abroad, or were numbered by a state, so nothing is refused because of it.
 */
import { canonicalHin } from './hin.ts'

/** The inner structure of a HIN, as response JSON. Every field is null when the HIN follows no known format. */
export interface HinDetails {
  format: 'current' | 'straight_year' | 'model_year' | null
  manufacturer_code: string | null
  serial_number: string | null
  /** 1 to 12: the month in which the boat was certified, or built (33 CFR 181.25(c)). */
  certification_month: number | null
  certification_year: number | null
  /** Four digits, text as in the warranty record. */
  model_year: string | null
}

/**
 * Reads a HIN (`isHin` must hold) by the formats that have been in force in the United States:
 * - current, 33 CFR 181.25 (48 FR 40718; optional from January 1984, mandatory from August 1984): 9 the month,
 *   A = January to L = December; 10 the last digit of the year; 11-12 the model year;
 * - straight-year, 37 FR 15779 (November 1972 to July 1984): 9-10 the month, 11-12 the year; no model year;
 * - model-year (the same period): 9 the letter M; 10-11 the model year; 12 the month, A = August of the year
 *   before to L = July.
 * In all three, characters 1-3 are the manufacturer (181.25(a)) and 4-8 the serial number (181.25(b)).
 * Two-digit years 72 to 99 belong to the 1900s, 00 to 71 to the 2000s.
 */
export function decodeHin(hin: string): HinDetails {
  const canonical = canonicalHin(hin)
  const date = readDate(canonical.slice(8))
  if (!date) return { ...NO_DETAILS }
  return {
    format: date.format,
    manufacturer_code: canonical.slice(0, 3),
    serial_number: canonical.slice(3, 8),
    certification_month: date.month,
    certification_year: date.year,
    model_year: date.modelYear === null ? null : String(date.modelYear),
  }
}

/**
 * Where a decoded HIN contradicts its warranty record, one sentence each; empty when nothing does.
 * `registration_date` is `YYYY-MM-DD`. A `model_year` that is not four digits is not compared.
 */
export function hinWarnings(
  details: HinDetails,
  record: { model_year: string; registration_date: string },
): string[] {
  const warnings: string[] = []
  const recordYear = /^\d{4}$/.test(record.model_year) ? Number(record.model_year) : null
  const { certification_year: year, certification_month: month } = details

  if (details.format === null && recordYear !== null && recordYear >= FIRST_YEAR_OF_ONE_FORMAT) {
    warnings.push(
      `The hull identification number does not end in a month, a year and a model year (33 CFR 181.25), ` +
        `as those of model year ${recordYear} do; check for a misread character.`,
    )
  }
  if (details.model_year !== null && recordYear !== null && Number(details.model_year) !== recordYear) {
    warnings.push(
      `The hull identification number gives model year ${details.model_year}, but the record says ${recordYear}.`,
    )
  }
  if (year === null || month === null) return warnings

  // Straight-year hulls name no model year, which is then the year of building or a neighbor of it.
  if (details.model_year === null && recordYear !== null && Math.abs(recordYear - year) > 1) {
    warnings.push(
      `The hull identification number dates the boat to ${year}, but the record says model year ${recordYear}.`,
    )
  }
  const certified = `${year}-${String(month).padStart(2, '0')}`
  if (record.registration_date.slice(0, 7) < certified) {
    warnings.push(
      `The hull identification number dates the boat to ${certified}, ` +
        `after its registration on ${record.registration_date}.`,
    )
  }
  return warnings
}

/** Model years from this one on were built after the older formats had ended. */
const FIRST_YEAR_OF_ONE_FORMAT = 1986

/** The details of a HIN that follows no known format. */
export const NO_DETAILS: HinDetails = {
  format: null,
  manufacturer_code: null,
  serial_number: null,
  certification_month: null,
  certification_year: null,
  model_year: null,
}

interface HinDate {
  format: NonNullable<HinDetails['format']>
  month: number
  year: number
  modelYear: number | null
}

/** Reads characters 9 to 12. */
function readDate(tail: string): HinDate | null {
  if (/^[A-L]\d{3}$/.test(tail)) {
    const modelYear = fullYear(tail.slice(2))
    if (modelYear < 1984) return null
    return {
      format: 'current',
      month: letterNumber(tail),
      year: yearEndingIn(Number(tail[1]), modelYear),
      modelYear,
    }
  }
  if (/^M\d\d[A-L]$/.test(tail)) {
    const modelYear = fullYear(tail.slice(1, 3))
    if (modelYear > 1985) return null
    const monthOfModelYear = letterNumber(tail.slice(3))
    return monthOfModelYear <= 5
      ? { format: 'model_year', month: monthOfModelYear + 7, year: modelYear - 1, modelYear }
      : { format: 'model_year', month: monthOfModelYear - 5, year: modelYear, modelYear }
  }
  if (/^(0[1-9]|1[0-2])\d\d$/.test(tail)) {
    const year = fullYear(tail.slice(2))
    if (year > 1984) return null
    return { format: 'straight_year', month: Number(tail.slice(0, 2)), year, modelYear: null }
  }
  return null
}

function fullYear(twoDigits: string): number {
  const year = Number(twoDigits)
  return year >= 72 ? 1900 + year : 2000 + year
}

/**
 * The latest year with this last digit that is at most two years past the model year: boats are certified in
 * their model year, the one before, and now and then later, when an old model is finished.
 */
function yearEndingIn(lastDigit: number, modelYear: number): number {
  const latest = modelYear + 2
  return latest - ((latest - lastDigit) % 10)
}

/** A = 1. */
function letterNumber(text: string): number {
  return text.charCodeAt(0) - 64
}
