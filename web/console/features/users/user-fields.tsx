import { useBrands } from '../../api/brands.ts'
import type { Schemas } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { CheckboxGroup, checkedOf } from '../../ui/checkbox-group.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx'
import type { FormFields } from '../../ui/form.tsx'

const t = text.users

type Role = NonNullable<Schemas['User']['role']>

/** `role` is empty for a user with single permissions. */
export const EMPTY_USER = { email: '', role: '', all_brands: false }

type Values = typeof EMPTY_USER & Record<string, string | boolean>

/** Who somebody is, what the person may do, and for which brands. */
export function UserFields({
  form,
  isNew = false,
}: {
  form: FormFields<typeof EMPTY_USER> & {
    values: Record<string, string | boolean>
    set: (name: never, value: never) => void
  }
  isNew?: boolean
}) {
  const { all_brands } = useSession()
  const names = Object.fromEntries(useBrands().map(({ slug, name }) => [slug, name]))
  const isEverywhere = form.values.all_brands === true
  const choose = (role: string) => {
    form.set('role' as never, role as never)
    // An administrator is responsible for all brands, unless somebody says otherwise.
    if (role === 'administrator' && all_brands) form.set('all_brands' as never, true as never)
  }
  return (
    <>
      <TextField
        label={t.email}
        {...form.text('email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <SelectField
        label={t.role}
        {...form.text('role')}
        onChange={({ target }) => choose(target.value)}
        {...(isNew && { required: true })}
      >
        <option value="">{isNew ? '' : t.ownRole}</option>
        {Object.entries(text.account.roles).map(([role, name]) => (
          <option key={role} value={role}>
            {name}
          </option>
        ))}
      </SelectField>
      {(all_brands || isEverywhere) && (
        <CheckboxField label={t.everyBrand} {...form.checkbox('all_brands')} />
      )}
      {!isEverywhere && <CheckboxGroup legend={t.brands} prefix="brands" options={names} form={form} />}
    </>
  )
}

/** Returns what a new user has of the form's values. */
export function newUserOf({ email, role, all_brands, ...values }: Values): Schemas['CreateUserRequest'] {
  return {
    email: email.trim(),
    role: role as Role,
    ...(all_brands ? { all_brands } : { all_brands, brands: checkedOf(values, 'brands') }),
  }
}

/** Returns what differs from the user as it was. */
export function changesOf(before: Values, values: Values): Schemas['UpdateUserRequest'] {
  const { email, role, all_brands } = values
  const brands = checkedOf(values, 'brands')
  const hasOtherBrands = brands.sort().join() !== checkedOf(before, 'brands').sort().join()
  return {
    ...(email.trim() !== before.email && { email: email.trim() }),
    ...(role !== before.role && { role: role === '' ? null : (role as Role) }),
    // A role alone could bring all brands with it.
    ...((all_brands !== before.all_brands || role !== before.role) && { all_brands }),
    ...(!all_brands && hasOtherBrands && { brands }),
  }
}
