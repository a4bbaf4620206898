import { NOT_GIVEN } from '../../../../test/support/integrator.ts'
import { NO_DETAILS } from '../hin/decode-hin.ts'
import type { WarrantyRecordJson } from '../records/record.ts'

type Changes = Partial<Omit<WarrantyRecordJson, 'contact'>> & {
  contact?: Partial<WarrantyRecordJson['contact']>
}

/** The owner of `warrantyRecord` in HighLevel. */
export const HIGHLEVEL_CONTACT = {
  firstName: 'Ada',
  lastName: 'McDonald',
  email: 'Ada@Example.com',
  phone: '+14155550132',
  address1: '1 Pier St',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94105',
  country: 'US',
}

/** Returns a full record with these changes. */
export function warrantyRecord({ contact, ...changes }: Changes = {}): WarrantyRecordJson {
  return {
    hin: 'ABC12345D425',
    brand_id: 7,
    brand_name: 'Harbor Craft',
    model: 'Skiff 18',
    model_year: '2025',
    ...NOT_GIVEN,
    warranty_start_date: '2025-04-01',
    purchase_date: '2025-04-01',
    registration_date: '2025-04-01',
    warranty_duration_months: 24,
    warranty_end_date: '2027-04-01',
    contact: {
      contact_id: 3,
      first_name: 'Ada',
      last_name: 'McDonald',
      email: 'Ada@Example.com',
      phone: '(415) 555-0132',
      address: '1 Pier St',
      zipcode: '94105',
      city: 'San Francisco',
      state: 'CA',
      country_code: 'US',
      ...contact,
    },
    crm_sync: { status: 'pending', error: null, last_attempt: null, attempts: 0 },
    hin_details: {
      ...NO_DETAILS,
      warnings: [],
    },
    created_at: '2025-04-01T12:00:00.000000Z',
    updated_at: '2025-04-01T12:00:00.000000Z',
    ...changes,
  }
}
