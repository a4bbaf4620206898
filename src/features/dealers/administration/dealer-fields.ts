import type { Field } from '../../../platform/cli/options.ts'

/** What can be said of a dealer, by options with the names of the set-up file. */
export const DEALER_FIELDS: Field[] = [
  { name: 'dealer_code', kind: 'text', about: 'the code that people know it by; unique' },
  { name: 'group_id', kind: 'number', about: 'the dealer group', nullable: true },
  { name: 'unit_id', kind: 'number', about: 'the number within the group', nullable: true },
  { name: 'name', kind: 'text', about: 'as customers know it' },
  { name: 'legal_name', kind: 'text', about: 'as the law knows it' },
  { name: 'address', kind: 'text', about: 'street and number' },
  { name: 'address2', kind: 'text', about: 'suite or unit' },
  { name: 'city', kind: 'text', about: 'city' },
  { name: 'state', kind: 'text', about: 'state or province' },
  { name: 'postal_code', kind: 'text', about: 'postal code: where the dealer is, unless a point is given' },
  { name: 'country', kind: 'text', about: 'two- or three-letter code or English name' },
  { name: 'phone', kind: 'text', about: 'public phone number' },
  { name: 'email', kind: 'text', about: 'public e-mail address; leads go there too' },
  { name: 'website', kind: 'text', about: 'public website' },
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
  { name: 'logo_url', kind: 'text', about: 'address of a logo' },
  { name: 'primary_contact', kind: 'text', about: 'whom to ask for' },
  { name: 'active', kind: 'flag', about: 'whether the locator shows it' },
  { name: 'brands', kind: 'list', about: 'the brands it carries, by slug or id' },
]

/** A new dealer may be given its id. */
export const NEW_DEALER_FIELDS: Field[] = [
  { name: 'id', kind: 'number', about: 'the id it is to have; else the next one' },
  ...DEALER_FIELDS,
]
