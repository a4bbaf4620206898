import type { DealerRow } from '../snapshot/rows.ts'

/** A dealer in the United States at 40° N, 100° W, with the fields that a test cares about. */
export function makeDealer(fields: Partial<DealerRow> & { id: number }): DealerRow {
  return {
    dealer_code: `HC-${fields.id}`,
    group_id: null,
    unit_id: null,
    name: `Dealer ${fields.id}`,
    legal_name: null,
    address: '1 Harbor Way',
    address2: null,
    city: 'McCook',
    state: 'NE',
    postal_code: '69001',
    country: 'USA',
    country_code: 'US',
    phone: null,
    email: null,
    website: null,
    latitude: 40,
    longitude: -100,
    logo_url: null,
    primary_contact: null,
    active: true,
    approximate: false,
    ...fields,
  }
}
