import { Ajv, type ErrorObject } from 'ajv'
import { isCalendarDate } from './dates.ts'
import type { Fault } from './errors.ts'
import { isCountryCode, isEmail, isUuid } from './validate.ts'

// Forms send empty texts for what was left blank: the same as none, where the field is optional. A date is a date.
const FORMATS: Record<string, (text: string) => boolean> = {
  'calendar-date': isCalendarDate,
  'country-code': (text) => text === '' || isCountryCode(text),
  'practical-email': (text) => text === '' || isEmail(text),
  uuid: (text) => text === '' || isUuid(text),
}

const EXPECTED: Record<string, string> = {
  'calendar-date': 'must be a real date in the form YYYY-MM-DD, from 1900 to 2999',
  'country-code': 'must be an ISO 3166-1 alpha-2 country code such as US',
  'practical-email': 'must be an e-mail address of at most 254 characters',
  uuid: 'must be a UUID',
}

/** Compiles schemas whose faults `explain` can put into words: all of them at once, nothing coerced. */
export function createSchemaCompiler(): Ajv {
  return new Ajv({ allErrors: true, strictTypes: false, formats: FORMATS, verbose: true })
}

/** One fault a field: the first that was found, which is the most basic one. */
export function mergeFaults(faults: Fault[]): Fault[] {
  const seen = new Set<string>()
  return faults
    .filter(({ field }) => !seen.has(field) && seen.add(field))
    .map(({ field, message }) => ({ field, message }))
}

/** Says what is wrong, in words that go on from the field's dotted path. */
export function explain(error: ErrorObject): Fault {
  const at = error.instancePath.slice(1).split('/').map(unescapePointer).join('.')
  const within = (name: string) => (at ? `${at}.${name}` : name)
  switch (error.keyword) {
    case 'required':
      return { field: within(error.params.missingProperty), message: 'is required' }
    case 'additionalProperties':
      return {
        field: within(error.params.additionalProperty),
        message: 'is not a field that can be given here',
      }
    case 'type':
      return { field: at, message: `must be ${article(error.params.type)}` }
    case 'minLength':
      return {
        field: at,
        message: error.data === '' ? 'is required' : `must have at least ${error.params.limit} characters`,
      }
    case 'maxLength':
      return { field: at, message: `must have at most ${error.params.limit} characters` }
    case 'enum':
      return { field: at, message: `must be one of ${error.params.allowedValues.filter(Boolean).join(', ')}` }
    case 'format':
      return { field: at, message: EXPECTED[error.params.format] ?? 'has the wrong form' }
    case 'minimum':
      return { field: at, message: `must be ${error.params.limit} or more` }
    case 'maximum':
      return { field: at, message: `must be ${error.params.limit} or less` }
    case 'maxProperties':
      return { field: at, message: `must have at most ${error.params.limit} keys` }
    case 'minProperties':
      return { field: at, message: 'must not be empty' }
    default:
      return { field: at, message: error.message ?? 'is wrong' }
  }
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function article(type: string | string[]): string {
  const names = [type].flat().filter((name) => name !== 'null')
  return names.map((name) => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`)).join(' or ')
}
