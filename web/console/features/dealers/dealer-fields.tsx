import { useBrandNames } from '../../records/brand-name.tsx'
import { GroupSelect } from '../../records/group-select.tsx'
import { text } from '../../text/text.ts'
import { CheckboxGroup, checkedOf } from '../../ui/checkbox-group.tsx'
import { CheckboxField, TextField } from '../../ui/field.tsx'
import type { FormFields } from '../../ui/form.tsx'

const t = text.dealers

export const EMPTY_DEALER = {
  name: '',
  legal_name: '',
  dealer_code: '',
  group_id: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  primary_contact: '',
  phone: '',
  email: '',
  website: '',
  logo_url: '',
  latitude: '',
  longitude: '',
  approximate: false,
}

type Texts = Exclude<keyof typeof EMPTY_DEALER, 'group_id' | 'approximate'>

const SECTIONS: [string, Texts[]][] = [
  [t.record, ['name', 'legal_name', 'dealer_code']],
  [t.address, ['address', 'address2', 'city', 'state', 'postal_code', 'country']],
  [t.contact, ['primary_contact', 'phone', 'email', 'website', 'logo_url']],
]

/** The fields of a dealer. Brands are named `brands.SLUG` in the form. */
export function DealerFields({
  form,
  isNew = false,
}: {
  form: FormFields<typeof EMPTY_DEALER> & {
    values: Record<string, string | boolean>
    set: (name: never, value: never) => void
  }
  isNew?: boolean
}) {
  const names = useBrandNames()
  return (
    <>
      {SECTIONS.map(([title, fields]) => (
        <fieldset key={title} className="form-section">
          <legend>{title}</legend>
          <div className="form-grid">
            {fields.map((name) => (
              <TextField
                key={name}
                label={t.fields[name]}
                {...form.text(name)}
                {...((name === 'name' || name === 'country') && { required: true })}
                maxLength={name === 'name' ? 300 : 2000}
              />
            ))}
            {title === t.record && (
              <GroupSelect
                id={Number(form.values.group_id) || undefined}
                error={form.text('group_id').error}
                onChoose={(id) => form.set('group_id' as never, (id ? String(id) : '') as never)}
              />
            )}
          </div>
        </fieldset>
      ))}
      <fieldset className="form-section">
        <legend>{t.location}</legend>
        {isNew && <p className="muted">{t.create.pointHint}</p>}
        {!isNew && <CheckboxField label={t.keepPoint} {...form.checkbox('approximate')} />}
        <div className="form-grid">
          {(['latitude', 'longitude'] as const).map((name) => (
            <TextField
              key={name}
              label={t.fields[name]}
              {...form.text(name)}
              type="number"
              step="any"
              disabled={form.values.approximate === true}
            />
          ))}
        </div>
      </fieldset>
      <CheckboxGroup legend={t.brands} prefix="brands" options={names} form={form} />
    </>
  )
}

/** Returns what a request holds of changed values; `values` are all of them, for the brands. */
export function bodyOf(changes: Record<string, unknown>, values: Record<string, string | boolean>) {
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(changes)) {
    if (name.startsWith('brands.')) body.brands = checkedOf(values, 'brands')
    else if (value === '') body[name] = null
    else body[name] = ['group_id', 'latitude', 'longitude'].includes(name) ? Number(value) : value
  }
  if (body.approximate === true) {
    delete body.latitude
    delete body.longitude
  } else delete body.approximate
  return body
}
