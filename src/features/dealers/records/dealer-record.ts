import type { Selectable } from 'kysely'
import type { Schema } from '../../../platform/db/schema.ts'
import { postalCountryOf } from '../../../platform/postal-country.ts'
import { normalizePostalCode, type Point } from '../../postal-codes/index.ts'

/** A stored row; SQLite's booleans are numbers. */
export type StoredDealer = Omit<Selectable<Schema['dealers']>, 'created_at' | 'updated_at' | 'search_text'>

/** A row of the table, as it will be stored. Texts may be empty; the code is unique unless empty. */
export type DealerRecord = Omit<StoredDealer, 'id' | 'active' | 'approximate'> & {
  active: boolean
  /** The coordinates follow the postal code. Without coordinates, those of the code are unknown so far. */
  approximate: boolean
}

/** The fields of a dealer except its place and its brands. */
export type DealerDetails = Omit<DealerRecord, 'country_code' | 'latitude' | 'longitude' | 'approximate'>

/** A dealer to create or to change, known by its id or else by its code. Omitted fields keep their values. */
export interface DealerInput extends Partial<DealerDetails> {
  id?: number
  /** The dealer's own coordinates; null: none; omitted: those of the postal code, unless some were given before. */
  point?: Point | null
  /** The coordinates of the postal code, although others were given before. Goes without `point`. */
  approximate?: true
  /** The brands that it carries from now on. */
  brandIds?: readonly number[]
}

/**
 * Returns the coordinates of a postal code: null where they are unknown, undefined where the geocoding service could not
 * be reached. `country` is ISO 3166-1 alpha-2.
 */
export type FindPoint = (country: string, postalCode: string) => Point | null | undefined

/** Returns the natural key of a dealer with neither id nor code: name, address and postal code. */
export function naturalKeyOf({
  name,
  address = '',
  postal_code = '',
}: Partial<Pick<DealerDetails, 'name' | 'address' | 'postal_code'>>): string | undefined {
  return name ? JSON.stringify([name, address, postal_code]) : undefined
}

/** Returns the key of a dealer without an id: its code, else its natural key. Empty where it has neither. */
export function dealerKey(
  dealer: Partial<Pick<DealerDetails, 'dealer_code' | 'name' | 'address' | 'postal_code'>>,
): string {
  return dealer.dealer_code || naturalKeyOf(dealer) || ''
}

/** Returns the short name of a dealer: its code, else its name. */
export function nameOf({ dealer_code, name }: Pick<DealerDetails, 'dealer_code' | 'name'>): string {
  return dealer_code || name
}

/** Returns a postal code as it is looked up, a ZIP+4 code as its ZIP; null for another text. */
export function toCode(country: string, postalCode: string): string | null {
  const [, zip] = postalCountryOf(country) === 'US' ? (/^([0-9]{5})-?[0-9]{4}$/.exec(postalCode) ?? []) : []
  const normal = normalizePostalCode(country, zip ?? postalCode)
  return 'code' in normal ? normal.code : null
}

/** A dealer without data. */
export const BLANK: DealerRecord = {
  dealer_code: '',
  group_id: null,
  unit_id: null,
  name: '',
  legal_name: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  country_code: null,
  phone: '',
  email: '',
  website: '',
  latitude: null,
  longitude: null,
  approximate: false,
  logo_url: '',
  primary_contact: '',
  active: true,
}

/** The columns of `DealerRecord`. */
export const COLUMNS = Object.keys(BLANK) as (keyof DealerRecord)[]
