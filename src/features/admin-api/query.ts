import { type Static, type TObject, Type } from 'typebox'
import { Invalid, type Issue } from '../../platform/errors.ts'
import { nearestName } from '../../platform/references.ts'
import { check } from '../../platform/schema-issues.ts'

/** The query of endpoints without parameters. */
export const NO_QUERY = Type.Object({}, { additionalProperties: false })

/**
 * Returns a query's parameters with the types of their schema. An empty one counts as absent, as a form sends it.
 * @throws Invalid (VALIDATION_ERROR) with every issue; a filter with a typing error must not return everything
 */
export function readQuery<T extends TObject>(schema: T, params: Readonly<Record<string, string>>): Static<T> {
  const known = Object.keys(schema.properties)
  const given = Object.entries(params).filter(([, text]) => text !== '')
  const issues = Object.keys(params).flatMap((name) => (known.includes(name) ? [] : unknown(name, known)))
  const values = Object.fromEntries(
    given
      .filter(([name]) => known.includes(name))
      .map(([name, text]) => [name, convert(text, (schema.properties[name] as { type?: string }).type)]),
  )
  issues.push(...check(schema, values))
  if (issues.length > 0) throw new Invalid(issues)
  return values as Static<T>
}

/** A text that is not of the type stays a text, which the schema refuses. */
function convert(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d{1,16}$/.test(text)) return Number(text)
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return type === 'array' ? text.split(',') : text
}

function unknown(name: string, known: readonly string[]): Issue {
  const nearest = nearestName(name, known)
  const hint =
    nearest !== undefined
      ? `Did you mean "${nearest}"?`
      : known.length > 0
        ? `Known are ${known.join(', ')}.`
        : 'This endpoint takes none.'
  return { field: name, message: `There is no parameter "${name}". ${hint}` }
}
