import { escapeHtml } from '../../platform/http/page.ts'
import { type Description, resolve, type Schema } from './description.ts'
import { inline } from './markup.ts'

const DEEPEST = 5

/** Returns a table of an object's fields; objects in it unfold. */
export function renderFields(schema: Schema, description: Description, depth = 0): string {
  const object = objectIn(schema, description)
  if (!object?.properties || depth > DEEPEST) return ''
  const rows = Object.entries(object.properties).map(([name, field]) =>
    renderField(name, field, { isRequired: object.required?.includes(name) ?? false, description, depth }),
  )
  return `<dl class="fields">${rows.join('')}</dl>`
}

function renderField(
  name: string,
  field: Schema,
  { isRequired, description, depth }: { isRequired: boolean; description: Description; depth: number },
): string {
  const text = field.description ?? resolve(field, description).description ?? ''
  const inner = renderFields(field, description, depth + 1)
  return `<dt><code>${escapeHtml(name)}</code> <span class="type">${typeOf(field, description)}</span>${isRequired ? ' <span class="required">required</span>' : ''}</dt>
<dd>${text ? `<p>${inline(text)}</p>` : ''}${limits(resolve(field, description))}${inner ? `<details><summary>Fields of <code>${escapeHtml(name)}</code></summary>${inner}</details>` : ''}</dd>`
}

/** Returns the object that a schema is, lists, or may be instead of null. */
function objectIn(schema: Schema, description: Description): Schema | undefined {
  const resolved = resolve(schema, description)
  if (resolved.properties) return resolved
  for (const inner of [resolved.items, ...(resolved.anyOf ?? [])]) {
    const found = inner && objectIn(inner, description)
    if (found) return found
  }
  return undefined
}

/** Returns a type as people write it: `string or null`, `list of Dealer`. */
export function typeOf(schema: Schema, description: Description): string {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1)
  const resolved = resolve(schema, description)
  if (name && !resolved.enum) return escapeHtml(name)
  if (resolved.anyOf) return [...new Set(resolved.anyOf.map((one) => typeOf(one, description)))].join(' or ')
  if (resolved.items) return `list of ${typeOf(resolved.items, description)}`
  const types = [resolved.type ?? 'any'].flat().join(' or ')
  return escapeHtml(resolved.format ? `${types}, ${resolved.format}` : types)
}

function limits({ enum: values, default: fallback, const: only, ...schema }: Schema): string {
  const { minimum, maximum, minLength, maxLength } = schema
  const parts = [
    ...(values
      ? [
          `One of ${values
            .filter((one) => one !== null && one !== '')
            .map(code)
            .join(', ')}`,
        ]
      : []),
    ...(only !== undefined ? [`Always ${code(only)}`] : []),
    ...(fallback !== undefined ? [`Default ${code(fallback)}`] : []),
    ...(minimum !== undefined ? [`from ${minimum}`] : []),
    ...(maximum !== undefined ? [`to ${maximum}`] : []),
    ...(minLength !== undefined && minLength > 1 ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`up to ${maxLength} characters`] : []),
  ]
  return parts.length > 0 ? `<p class="limits">${parts.join('; ')}</p>` : ''
}

function code(value: unknown): string {
  return `<code>${escapeHtml(String(value))}</code>`
}
