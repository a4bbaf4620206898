import type { Field } from '../../../platform/cli/options.ts'

/** The fields of a dealer, as options with the names of the set-up file. */
export const DEALER_FIELDS: Field[] = [
  {
    name: 'dealer_code',
    kind: 'text',
    about: 'Unique dealer code',
    mayBeEmpty: true,
  },
  { name: 'group_id', kind: 'number', about: 'Dealer group', nullable: true },
  { name: 'unit_id', kind: 'number', about: 'Number within the group', nullable: true },
  { name: 'name', kind: 'text', about: 'Name that customers see' },
  { name: 'legal_name', kind: 'text', about: 'Registered name', mayBeEmpty: true },
  { name: 'address', kind: 'text', about: 'Street and number', mayBeEmpty: true },
  { name: 'address2', kind: 'text', about: 'Suite or unit', mayBeEmpty: true },
  { name: 'city', kind: 'text', about: 'City', mayBeEmpty: true },
  { name: 'state', kind: 'text', about: 'State or province', mayBeEmpty: true },
  {
    name: 'postal_code',
    kind: 'text',
    about: 'Postal code, which places the dealer unless coordinates are given',
    mayBeEmpty: true,
  },
  { name: 'country', kind: 'text', about: 'Two- or three-letter code or English name' },
  { name: 'phone', kind: 'text', about: 'Public phone number', mayBeEmpty: true },
  { name: 'email', kind: 'text', about: 'Public e-mail address, which also gets leads', mayBeEmpty: true },
  { name: 'website', kind: 'text', about: 'Public website', mayBeEmpty: true },
  {
    name: 'latitude',
    kind: 'number',
    about: "The dealer's own latitude, with --longitude; without both, the dealer is not shown",
    nullable: true,
  },
  { name: 'longitude', kind: 'number', about: "The dealer's own longitude, with --latitude", nullable: true },
  { name: 'logo_url', kind: 'text', about: 'Address of a logo', mayBeEmpty: true },
  { name: 'primary_contact', kind: 'text', about: 'Contact person', mayBeEmpty: true },
  { name: 'active', kind: 'flag', about: 'Whether the locator shows the dealer' },
  { name: 'brands', kind: 'list', about: 'Brands that the dealer carries, by slug or id' },
]

/** A new dealer may be given its id. */
export const NEW_DEALER_FIELDS: Field[] = [
  { name: 'id', kind: 'number', about: 'Id of the dealer; default: the next free id' },
  ...DEALER_FIELDS,
]

export const BRAND_CHANGES: Field[] = [
  { name: 'add_brands', kind: 'list', about: 'Further brands that the dealer carries' },
  { name: 'remove_brands', kind: 'list', about: 'Brands that the dealer no longer carries' },
]
