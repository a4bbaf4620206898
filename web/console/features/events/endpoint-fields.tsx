import { useBrandNames } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { CheckboxGroup, checkedOf } from '../../ui/checkbox-group.tsx'
import { CheckboxField, TextField } from '../../ui/field.tsx'
import type { FormFields } from '../../ui/form.tsx'
import { ALL_TYPES, EVENT_TYPES } from './event-types.ts'

const t = text.events

/** Brands and types are named `brands.SLUG` and `event_types.NAME` in the form. */
export const EMPTY_ENDPOINT = { url: '', description: '' }

/** The value that stands for all types. */
export const ALL = `event_types.${ALL_TYPES}`

export type EndpointValues = typeof EMPTY_ENDPOINT & Record<string, string | boolean>

export function EndpointFields({
  form,
}: {
  form: FormFields<EndpointValues> & {
    values: EndpointValues
    set: (name: string, value: boolean) => void
  }
}) {
  const names = useBrandNames()
  const isForAll = form.values[ALL] === true
  return (
    <>
      <TextField label={t.url} hint={t.urlHint} {...form.text('url')} type="url" maxLength={2048} required />
      <TextField label={t.description} {...form.text('description')} maxLength={500} required={false} />
      <CheckboxGroup legend={t.brands} prefix="brands" options={names} form={form} />
      <CheckboxGroup
        legend={t.eventTypes}
        prefix="event_types"
        options={isForAll ? {} : EVENT_TYPES}
        form={form}
      >
        <CheckboxField
          label={t.allTypes}
          checked={isForAll}
          onChange={({ target }) => form.set(ALL, target.checked)}
        />
      </CheckboxGroup>
    </>
  )
}

/** Returns the types that are chosen. */
export function typesOf(values: Record<string, string | boolean>): string[] {
  return values[ALL] === true ? [ALL_TYPES] : checkedOf(values, 'event_types')
}
