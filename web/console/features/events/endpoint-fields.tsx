import { useBrands } from '../../api/brands.ts'
import { text } from '../../text/text.ts'
import { CheckboxField, TextField } from '../../ui/field.tsx'
import type { FormFields } from '../../ui/form.tsx'
import { ALL_TYPES, EVENT_TYPE_NAMES, EVENT_TYPES } from './event-types.ts'

const t = text.events

/** Brands and types are named `brand.SLUG` and `type.NAME` in the form. */
export const EMPTY_ENDPOINT = { url: '', description: '' }

export type EndpointValues = typeof EMPTY_ENDPOINT & Record<string, string | boolean>

export function EndpointFields({
  form,
}: {
  form: FormFields<EndpointValues> & {
    values: EndpointValues
    set: (name: string, value: boolean) => void
  }
}) {
  const brands = useBrands()
  const check = (name: string) => ({
    checked: form.values[name] === true,
    onChange: ({ target }: { target: { checked: boolean } }) => form.set(name, target.checked),
  })
  return (
    <>
      <TextField label={t.url} hint={t.urlHint} {...form.text('url')} type="url" maxLength={2048} required />
      <TextField label={t.description} {...form.text('description')} maxLength={500} />
      <fieldset className="form-section">
        <legend>{t.brands}</legend>
        {brands.map(({ slug, name }) => (
          <CheckboxField key={slug} label={name} {...check(`brand.${slug}`)} />
        ))}
      </fieldset>
      <fieldset className="form-section">
        <legend>{t.eventTypes}</legend>
        <CheckboxField label={t.allTypes} {...check(`type.${ALL_TYPES}`)} />
        {form.values[`type.${ALL_TYPES}`] !== true && (
          <div className="form-grid">
            {EVENT_TYPE_NAMES.map((type) => (
              <CheckboxField key={type} label={EVENT_TYPES[type]} {...check(`type.${type}`)} />
            ))}
          </div>
        )}
      </fieldset>
    </>
  )
}

/** Returns the checked names below a prefix: `brand.` or `type.`. */
export function checkedOf(values: Record<string, string | boolean>, prefix: string): string[] {
  return Object.keys(values)
    .filter((name) => name.startsWith(prefix) && values[name] === true)
    .map((name) => name.slice(prefix.length))
}

/** Returns the types that are chosen. */
export function typesOf(values: Record<string, string | boolean>): string[] {
  return values[`type.${ALL_TYPES}`] === true ? [ALL_TYPES] : checkedOf(values, 'type.')
}
