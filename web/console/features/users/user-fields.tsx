import type { Schemas } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { useBrandNames } from '../../records/brand-name.tsx'
import {
  arePermissionsSame,
  joinPermissions,
  permissionsOfRole,
  type RoleName,
  singlePermissions,
  useGrantable,
} from '../../records/permissions.ts'
import { text } from '../../text/text.ts'
import { CheckboxGroup, checkedOf } from '../../ui/checkbox-group.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx'
import type { FormFields } from '../../ui/form.tsx'

const t = text.users

/** `role` is empty for a user with single permissions. */
export const EMPTY_USER = { email: '', role: '', all_brands: false }

/** Brands and permissions are named `brands.SLUG` and `permissions.NAME` in the form. */
export type UserValues = typeof EMPTY_USER & Record<string, string | boolean>

/** Returns what the form starts with for somebody who has these permissions and brands. */
export function valuesOf(
  user: typeof EMPTY_USER,
  { permissions, brands }: { permissions: readonly string[]; brands: readonly string[] },
): UserValues {
  return {
    ...user,
    ...Object.fromEntries(singlePermissions(permissions).map((name) => [`permissions.${name}`, true])),
    ...Object.fromEntries(brands.map((slug) => [`brands.${slug}`, true])),
  }
}

/** A user's address, permissions and brands. Offers only what the signed-in user may grant. */
export function UserFields({
  form,
}: {
  form: FormFields<typeof EMPTY_USER> & {
    values: Record<string, string | boolean>
    set: (name: never, value: never) => void
  }
}) {
  const { all_brands } = useSession()
  const { permissions, roles } = useGrantable()
  const names = useBrandNames()
  const isEverywhere = form.values.all_brands === true
  const role = String(form.values.role)
  const checked = checkedOf(form.values, 'permissions')
  const isOwn = !arePermissionsSame(checked, permissionsOfRole(role))
  const set = (name: string, value: string | boolean) => form.set(name as never, value as never)
  const choose = (chosen: string) => {
    set('role', chosen)
    if (chosen === '') return
    const given = singlePermissions(permissionsOfRole(chosen))
    for (const name of permissions) set(`permissions.${name}`, given.includes(name))
    // An administrator is responsible for all brands, unless somebody says otherwise.
    if (chosen === 'administrator' && all_brands) set('all_brands', true)
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
        hint={role && isOwn && t.permissionsDiffer}
        {...form.text('role')}
        onChange={({ target }) => choose(target.value)}
      >
        {roles.map((name) => (
          <option key={name} value={name}>
            {text.account.roles[name]}
          </option>
        ))}
        <option value="">{t.ownRole}</option>
      </SelectField>
      <details open={isOwn || undefined}>
        <summary>{t.permissionCount(checked.length)}</summary>
        <CheckboxGroup
          legend={t.permissions}
          prefix="permissions"
          options={Object.fromEntries(permissions.map((name) => [name, name]))}
          form={form}
        />
      </details>
      {(all_brands || isEverywhere) && (
        <CheckboxField label={t.everyBrand} {...form.checkbox('all_brands')} />
      )}
      {!isEverywhere && <CheckboxGroup legend={t.brands} prefix="brands" options={names} form={form} />}
    </>
  )
}

/** Returns what a new user has of the form's values. */
export function newUserOf({ email, role, all_brands, ...values }: UserValues): Schemas['CreateUserRequest'] {
  return {
    email: email.trim(),
    ...accessOf(role, { single: checkedOf(values, 'permissions'), known: permissionsOfRole(role) }),
    all_brands,
    ...(!all_brands && { brands: checkedOf(values, 'brands') }),
  }
}

/** Returns what differs from the user as it was. `stored` are its permissions. */
export function changesOf(
  before: UserValues,
  values: UserValues,
  stored: readonly string[],
): Schemas['UpdateUserRequest'] {
  const { email, role, all_brands } = values
  const brands = checkedOf(values, 'brands')
  const single = checkedOf(values, 'permissions')
  const hasOtherBrands = brands.sort().join() !== checkedOf(before, 'brands').sort().join()
  const hasOtherRole = role !== before.role
  const hasOtherAccess = hasOtherRole || !arePermissionsSame(single, checkedOf(before, 'permissions'))
  const known = hasOtherRole && role !== '' ? permissionsOfRole(role) : stored
  return {
    ...(email.trim() !== before.email && { email: email.trim() }),
    ...(hasOtherRole && role === '' && { role: null }),
    ...(hasOtherAccess && accessOf(role, { single, known })),
    // A role alone could bring all brands with it.
    ...((all_brands !== before.all_brands || hasOtherAccess) && { all_brands }),
    ...(!all_brands && hasOtherBrands && { brands }),
  }
}

/** Returns a role, and the permissions where they are others than the role's. */
function accessOf(role: string, { single, known }: { single: string[]; known: readonly string[] }) {
  return {
    ...(role !== '' && { role: role as RoleName }),
    ...(!(role !== '' && arePermissionsSame(single, permissionsOfRole(role))) && {
      permissions: joinPermissions(single, known),
    }),
  }
}
