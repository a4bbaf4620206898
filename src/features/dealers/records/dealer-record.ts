import { normalizePostalCode, type Point } from '../../postal-codes/index.ts'

/** What can be said of a dealer besides where it is and what it carries. Texts may be empty. */
export interface DealerDetails {
  /** Unique unless empty. */
  dealer_code: string
  group_id: number | null
  unit_id: number | null
  name: string
  legal_name: string
  address: string
  address2: string
  city: string
  state: string
  postal_code: string
  /** As it is to be shown; read as a two- or three-letter code or an English name. */
  country: string
  phone: string
  email: string
  website: string
  logo_url: string
  primary_contact: string
  active: boolean
}

/** A dealer to create or to change, known by its id or else by its code: what is absent stays as it is. */
export interface DealerInput extends Partial<DealerDetails> {
  id?: number
  /** The dealer's own point; null: it has none; absent: that of the postal code, unless one was given before. */
  point?: Point | null
  /** That of the postal code, although one was given before. Goes without `point`. */
  approximate?: true
  /** The brands it carries; they replace those it has. */
  brandIds?: readonly number[]
}

/** A row of the table, as it is to be. */
export interface DealerRecord extends DealerDetails {
  country_code: string | null
  latitude: number | null
  longitude: number | null
  /** The point follows the postal code. With no point: none is known for that code as yet. */
  approximate: boolean
}

/** A stored row; SQLite's booleans are numbers. */
export type StoredDealer = Omit<DealerRecord, 'active' | 'approximate'> & {
  id: number
  active: boolean | 0 | 1
  approximate: boolean | 0 | 1
}

/**
 * Says where a postal code is: null where nobody knows, undefined where who might know could not be asked. `country` is
 * ISO 3166-1 alpha-2.
 */
export type FindPoint = (country: string, postalCode: string) => Point | null | undefined

/** What tells dealers apart that have neither id nor code: name, address and postal code. */
export function naturalKeyOf({
  name,
  address = '',
  postal_code = '',
}: Partial<Pick<DealerDetails, 'name' | 'address' | 'postal_code'>>): string | undefined {
  return name ? JSON.stringify([name, address, postal_code]) : undefined
}

/** What tells a dealer from others where no id does: its code, else its likeness. Empty where it has neither. */
export function dealerKey(
  dealer: Partial<Pick<DealerDetails, 'dealer_code' | 'name' | 'address' | 'postal_code'>>,
): string {
  return dealer.dealer_code || naturalKeyOf(dealer) || ''
}

/** What a dealer is called where one word must do. */
export function nameOf({ dealer_code, name }: Pick<DealerDetails, 'dealer_code' | 'name'>): string {
  return dealer_code || name
}

/** The form in which a postal code is looked up, a ZIP+4 code as its ZIP; null for what is none. */
export function toCode(country: string, postalCode: string): string | null {
  const [, zip] = country === 'US' ? (/^([0-9]{5})-?[0-9]{4}$/.exec(postalCode) ?? []) : []
  const normal = normalizePostalCode(country, zip ?? postalCode)
  return 'code' in normal ? normal.code : null
}

/** The columns that `DealerRecord` has. */
export const COLUMNS = [
  'dealer_code',
  'group_id',
  'unit_id',
  'name',
  'legal_name',
  'address',
  'address2',
  'city',
  'state',
  'postal_code',
  'country',
  'country_code',
  'phone',
  'email',
  'website',
  'latitude',
  'longitude',
  'approximate',
  'logo_url',
  'primary_contact',
  'active',
] as const satisfies (keyof DealerRecord)[]
