import type { Field } from '../../../platform/cli/options.ts'

/** What can be said of a dealer, by options with the names of the set-up file. */
export const DEALER_FIELDS: Field[] = [
  { name: 'dealer_code', kind: 'text', about: 'the code that people know it by; unique', mayBeEmpty: true },
  { name: 'group_id', kind: 'number', about: 'the dealer group', nullable: true },
  { name: 'unit_id', kind: 'number', about: 'the number within the group', nullable: true },
  { name: 'name', kind: 'text', about: 'as customers know it' },
  { name: 'legal_name', kind: 'text', about: 'as the law knows it', mayBeEmpty: true },
  { name: 'address', kind: 'text', about: 'street and number', mayBeEmpty: true },
  { name: 'address2', kind: 'text', about: 'suite or unit', mayBeEmpty: true },
  { name: 'city', kind: 'text', about: 'city', mayBeEmpty: true },
  { name: 'state', kind: 'text', about: 'state or province', mayBeEmpty: true },
  {
    name: 'postal_code',
    kind: 'text',
    about: 'postal code: where the dealer is, unless a point is given',
    mayBeEmpty: true,
  },
  { name: 'country', kind: 'text', about: 'two- or three-letter code or English name' },
  { name: 'phone', kind: 'text', about: 'public phone number', mayBeEmpty: true },
  { name: 'email', kind: 'text', about: 'public e-mail address; leads go there too', mayBeEmpty: true },
  { name: 'website', kind: 'text', about: 'public website', mayBeEmpty: true },
  {
    name: 'latitude',
    kind: 'number',
    about: "the dealer's own point, with --longitude; a dealer without a point is not shown",
    nullable: true,
  },
  {
    name: 'longitude',
    kind: 'number',
    about: "the dealer's own point, with --latitude; a dealer without a point is not shown",
    nullable: true,
  },
  { name: 'logo_url', kind: 'text', about: 'address of a logo', mayBeEmpty: true },
  { name: 'primary_contact', kind: 'text', about: 'whom to ask for', mayBeEmpty: true },
  { name: 'active', kind: 'flag', about: 'whether the locator shows it' },
  { name: 'brands', kind: 'list', about: 'the brands it carries, by slug or id' },
]

/** A new dealer may be given its id. */
export const NEW_DEALER_FIELDS: Field[] = [
  { name: 'id', kind: 'number', about: 'the id it is to have; else the next one' },
  ...DEALER_FIELDS,
]
