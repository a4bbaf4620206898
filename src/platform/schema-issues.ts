import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { type Static, type TSchema, Type } from 'typebox'
import { isCalendarDate } from './dates.ts'
import { Invalid, type Issue, issue } from './errors.ts'
import { suggest } from './references.ts'
import { isCountryCode, isEmail, isUuid } from './validate.ts'

// Forms send an empty text for a blank field: if the field is optional, it counts as absent.
const FORMATS: Record<string, (text: string) => boolean> = {
  text: (text) => !text.includes('\0') && text.isWellFormed(),
  'calendar-date': (text) => text === '' || isCalendarDate(text),
  'country-code': (text) => text === '' || isCountryCode(text),
  'practical-email': (text) => text === '' || isEmail(text),
  uuid: (text) => text === '' || isUuid(text),
}

const EXPECTED: Record<string, string> = {
  text: 'must not contain NUL characters or half surrogate pairs',
  'calendar-date': 'must be a real date in the form YYYY-MM-DD, from 1900 to 2999',
  'country-code': 'must be an ISO 3166-1 alpha-2 country code such as US',
  'practical-email': 'must be an e-mail address of at most 254 characters',
  uuid: 'must be a UUID',
}

/**
 * Returns a compiler for schemas. It reports all errors, in the words of `explain`, and coerces nothing. A schema may
 * state itself what is `expected`: "must be a whole number from 1 to 9".
 */
export function createSchemaCompiler(): Ajv {
  return new Ajv({
    allErrors: true,
    strictTypes: false,
    // Records name these formats for readers; what requests send is read by the operations.
    formats: { ...FORMATS, date: true, 'date-time': true },
    verbose: true,
    keywords: ['expected'],
  })
}

const compiler = createSchemaCompiler()
const compiled = new WeakMap<TSchema, ValidateFunction>()

/**
 * Returns the input, checked against the schema.
 * @throws Invalid (VALIDATION_ERROR) with every issue
 */
export function parse<T extends TSchema>(schema: T, input: unknown): Static<T> {
  const issues = check(schema, input)
  if (issues.length > 0) throw new Invalid(issues)
  return input as Static<T>
}

/** Returns every issue of the input, one a field. The schema is compiled once. */
export function check(schema: TSchema, input: unknown): Issue[] {
  let validate = compiled.get(schema)
  if (!validate) {
    validate = compiler.compile(schema)
    compiled.set(schema, validate)
  }
  return validate(input) ? [] : mergeIssues((validate.errors ?? []).map(explain))
}

/** Returns one issue a field: the first, which is the most basic one. */
export function mergeIssues(issues: Issue[]): Issue[] {
  const seen = new Set<string>()
  return issues
    .filter(({ field }) => !seen.has(field) && seen.add(field))
    .map(({ field, message }) => ({ field, message }))
}

/** Returns a schema error as an issue. */
export function explain(error: ErrorObject): Issue {
  const at = error.instancePath.slice(1).split('/').map(unescapePointer).join('.')
  const within = (name: string) => (at ? `${at}.${name}` : name)
  if (error.parentSchema?.expected) return issue(at, error.parentSchema.expected)
  switch (error.keyword) {
    case 'required':
      return issue(within(error.params.missingProperty), 'is required')
    case 'additionalProperties':
      return unknownField(
        within(error.params.additionalProperty),
        Object.keys(error.parentSchema?.properties),
      )
    case 'type':
      return issue(at, isBlank(error) ? 'is required' : `must be ${article(error.params.type)}`)
    case 'minLength':
      return issue(
        at,
        error.data === '' ? 'is required' : `must have at least ${error.params.limit} characters`,
      )
    case 'maxLength':
      return issue(at, `must have at most ${error.params.limit} characters`)
    case 'enum':
      return issue(at, `must be one of ${error.params.allowedValues.filter(Boolean).join(', ')}`)
    case 'format':
      return issue(at, EXPECTED[error.params.format] ?? 'has the wrong form')
    case 'minimum':
      return issue(at, `must be ${error.params.limit} or more`)
    case 'maximum':
      return issue(at, `must be ${error.params.limit} or less`)
    case 'minItems':
      return issue(at, `must have at least ${count(error.params.limit, 'item')}`)
    case 'maxItems':
      return issue(at, `must have at most ${count(error.params.limit, 'item')}`)
    case 'maxProperties':
      return issue(at, `must have at most ${error.params.limit} keys`)
    case 'minProperties':
      return issue(at, 'must not be empty')
    default:
      return issue(at, error.message ?? 'is invalid')
  }
}

/** Returns whether a required text is null, which forms also send for a blank field. */
function isBlank({ data, parentSchema }: ErrorObject): boolean {
  return data === null && parentSchema?.minLength > 0 && !Type.IsOptional(parentSchema)
}

function unknownField(field: string, known: readonly string[]): Issue {
  const name = field.slice(field.lastIndexOf('.') + 1)
  const message = `There is no field "${name}" here.${suggest(name, known)} The fields are ${known.join(', ')}.`
  return { field, message }
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function article(type: string | string[]): string {
  const names = [type].flat().filter((name) => name !== 'null')
  return names.map((name) => (/^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`)).join(' or ')
}
