import { DAY_MICROS, type Micros, toUtcDate } from '../../../platform/clock.ts'
import type { Issue } from '../../../platform/errors.ts'
import { decodeHin } from '../hin/decode-hin.ts'
import { CreateBody, TransferBody } from '../schemas.ts'
import { nearestPath, pathsOf } from './field-paths.ts'
import type { Registration } from './registration.ts'

const MAX_UNKNOWN_FIELDS = 50
const MAX_NAME_LENGTH = 64
const OF_REGISTRATION = new Set(pathsOf(CreateBody))
const OF_TRANSFER = new Set(pathsOf(TransferBody))

/** Returns what is odd about a valid registration: unknown fields, the model year, the date. */
export function registrationWarnings(registration: Registration, now: Micros): Issue[] {
  return [
    ...unknownFields(OF_REGISTRATION, registration),
    ...modelYearWarnings(registration),
    ...registrationDateWarnings(registration.registration_date, now),
  ]
}

/** Returns what is odd about a valid transfer: unknown fields and the date. */
export function transferWarnings(transfer: { registration_date?: string | null }, now: Micros): Issue[] {
  return [
    ...unknownFields(OF_TRANSFER, transfer),
    ...registrationDateWarnings(transfer.registration_date || null, now),
  ]
}

function modelYearWarnings({ hin, model_year }: Registration): Issue[] {
  const field = 'model_year'
  if (!/^\d{4}$/.test(model_year)) {
    return [{ field, message: `Model year "${model_year}" is not four digits.` }]
  }
  const { model_year: decoded } = decodeHin(hin)
  if (decoded === null || decoded === model_year) return []
  return [{ field, message: `Model year is ${model_year}, but the HIN says ${decoded}.` }]
}

function registrationDateWarnings(date: string | null, now: Micros): Issue[] {
  if (date === null || date <= toUtcDate(now + 366 * DAY_MICROS)) return []
  return [{ field: 'registration_date', message: `Registration date ${date} is more than a year ahead.` }]
}

/** Returns a warning for each field that is not among the known ones. */
function unknownFields(fields: ReadonlySet<string>, body: object): Issue[] {
  const unknown = namesIn(body).filter((name) => !fields.has(name))
  if (unknown.length === 0) return []
  const known = [...fields]
  const warnings = unknown.slice(0, MAX_UNKNOWN_FIELDS).map((name) => {
    const nearest = nearestPath(name, known)
    const field = name.slice(0, MAX_NAME_LENGTH)
    const message = `Unknown field ${field} was ignored${nearest ? `; did you mean ${nearest}?` : '.'}`
    return { field, message }
  })
  const others = unknown.length - warnings.length
  if (others > 0) warnings.push({ field: '', message: `${others} more unknown fields were ignored.` })
  return warnings
}

function namesIn(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'contact' ? [name, ...Object.keys(value as object).map((part) => `${name}.${part}`)] : [name],
  )
}
