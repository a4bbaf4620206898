import type { Field } from '../../../platform/cli/options.ts'

/** The fields of a dealer, as options with the names of the set-up file. */
export const DEALER_FIELDS: Field[] = [
  {
    name: 'dealer_code',
    kind: 'text',
    about: 'unique code that people know the dealer by',
    mayBeEmpty: true,
  },
  { name: 'group_id', kind: 'number', about: 'dealer group', nullable: true },
  { name: 'unit_id', kind: 'number', about: 'number within the group', nullable: true },
  { name: 'name', kind: 'text', about: 'name for customers' },
  { name: 'legal_name', kind: 'text', about: 'registered name', mayBeEmpty: true },
  { name: 'address', kind: 'text', about: 'street and number', mayBeEmpty: true },
  { name: 'address2', kind: 'text', about: 'suite or unit', mayBeEmpty: true },
  { name: 'city', kind: 'text', about: 'city', mayBeEmpty: true },
  { name: 'state', kind: 'text', about: 'state or province', mayBeEmpty: true },
  {
    name: 'postal_code',
    kind: 'text',
    about: 'postal code, which places the dealer unless coordinates are given',
    mayBeEmpty: true,
  },
  { name: 'country', kind: 'text', about: 'two- or three-letter code or English name' },
  { name: 'phone', kind: 'text', about: 'public phone number', mayBeEmpty: true },
  { name: 'email', kind: 'text', about: 'public e-mail address, which also gets leads', mayBeEmpty: true },
  { name: 'website', kind: 'text', about: 'public website', mayBeEmpty: true },
  {
    name: 'latitude',
    kind: 'number',
    about: "the dealer's own latitude, with --longitude; without both, the dealer is not shown",
    nullable: true,
  },
  { name: 'longitude', kind: 'number', about: "the dealer's own longitude, with --latitude", nullable: true },
  { name: 'logo_url', kind: 'text', about: 'address of a logo', mayBeEmpty: true },
  { name: 'primary_contact', kind: 'text', about: 'person to ask for', mayBeEmpty: true },
  { name: 'active', kind: 'flag', about: 'whether the locator shows the dealer' },
  { name: 'brands', kind: 'list', about: 'brands that the dealer carries, by slug or id' },
]

/** A new dealer may be given its id. */
export const NEW_DEALER_FIELDS: Field[] = [
  { name: 'id', kind: 'number', about: 'its id; by default the next one' },
  ...DEALER_FIELDS,
]

export const BRAND_CHANGES: Field[] = [
  { name: 'add_brands', kind: 'list', about: 'further brands that the dealer carries' },
  { name: 'remove_brands', kind: 'list', about: 'brands that the dealer no longer carries' },
]
