import { useSession } from '../../api/session.ts'
import { BrandOptions, useBrandNames } from '../../records/brand-name.tsx'
import { joinPermissions, useGrantable } from '../../records/permissions.ts'
import { text } from '../../text/text.ts'
import { CheckboxGroup, checkedOf } from '../../ui/checkbox-group.tsx'
import { CheckboxField, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import type { FormFields } from '../../ui/form.tsx'
import type { ListSearch } from './list-query.ts'

const t = text.tokens

export const EMPTY_TOKEN = { name: '', brand: '', all_brands: false, origins: '', expires_at: '' }

export type TokenValues = typeof EMPTY_TOKEN & Record<string, string | boolean>

/** A token's access: scopes or permissions, brands, origins and expiry. */
export function AccessFields({
  form,
  kind,
}: {
  form: FormFields<typeof EMPTY_TOKEN> & {
    values: Record<string, string | boolean>
    set: (name: never, value: never) => void
  }
  kind: ListSearch['kind']
}) {
  const { all_brands } = useSession()
  const { permissions } = useGrantable()
  const names = useBrandNames()
  const isPublishable = kind === 'publishable'
  return (
    <>
      {isPublishable && (
        <SelectField label={t.brand} {...form.text('brand')} required>
          <option value="" />
          <BrandOptions />
        </SelectField>
      )}
      {!isPublishable && (all_brands || form.values.all_brands === true) && (
        <CheckboxField label={t.allBrands} {...form.checkbox('all_brands')} />
      )}
      {!isPublishable && form.values.all_brands !== true && (
        <CheckboxGroup legend={t.brands} prefix="brands" options={names} form={form} />
      )}
      {kind === 'service' ? (
        <CheckboxGroup
          legend={t.permissions}
          prefix="permissions"
          options={Object.fromEntries(permissions.map((name) => [name, name]))}
          form={form}
        />
      ) : (
        <CheckboxGroup legend={t.scopes} prefix="scopes" options={t.scopeNames} form={form} />
      )}
      {isPublishable && (
        <TextArea label={t.origins} hint={t.create.originsHint} {...form.text('origins')} required rows={3} />
      )}
      <div className="form-grid">
        <TextField
          label={t.expires}
          hint={t.create.expiresHint}
          type="date"
          {...form.text('expires_at')}
          required={false}
        />
      </div>
    </>
  )
}

/** Returns what a token of this kind has of the form's values. `known` are names that stand for several permissions. */
export function accessOf(kind: ListSearch['kind'], values: TokenValues, known: readonly string[] = []) {
  const expires_at = values.expires_at || null
  if (kind === 'publishable')
    return {
      brands: values.brand ? [values.brand] : [],
      scopes: checkedOf(values, 'scopes'),
      origins: values.origins.split(/[\s,]+/).filter(Boolean),
      expires_at,
    }
  const { all_brands } = values
  return {
    all_brands,
    ...(!all_brands && { brands: checkedOf(values, 'brands') }),
    ...(kind === 'service'
      ? { permissions: joinPermissions(checkedOf(values, 'permissions'), known) }
      : { scopes: checkedOf(values, 'scopes') }),
    expires_at,
  }
}
