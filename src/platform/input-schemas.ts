import { type Static, type TSchema, Type } from 'typebox'

/** The greatest id that a caller may choose. The database has as many again for generated ids. */
const MOST_GIVEN_ID = 2 ** 52

/** Returns the schema of a text that may be empty. */
export function Text(maxLength = 2_000) {
  return Type.String({ maxLength, format: 'text' })
}

/** Returns the schema of a text with at least one character. */
export function FilledText(maxLength = 2_000) {
  return Type.String({ minLength: 1, maxLength, format: 'text' })
}

/** Returns the schema of an integer. */
export function WholeNumber(minimum: number, maximum: number) {
  const expected = `must be a whole number from ${minimum} to ${maximum}`
  return Type.Integer({ minimum, maximum, expected })
}

/** The schema of an id that a caller chooses for a new record, or that names an existing one. */
export const GivenId = WholeNumber(1, MOST_GIVEN_ID)

/** Returns the schema of a value or null. */
export function nullable<T extends TSchema>(schema: T) {
  const { type } = schema as unknown as { type: string }
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'] })
}

/** Returns the schema of an object with any names of up to 200 characters. */
export function Dictionary<T extends TSchema>(values: T) {
  return Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    propertyNames: { minLength: 1, maxLength: 200, expected: 'must have names of 1 to 200 characters' },
    additionalProperties: values,
  })
}

/** Returns the schema of an object with these fields, all optional, and no others. */
export function Fields<P extends Record<string, TSchema>>(properties: P) {
  return Type.Partial(Type.Object(properties), { additionalProperties: false })
}
