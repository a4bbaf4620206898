import { expect } from 'vitest'
import { audited } from '../../../test/support/audited.ts'
import { NOWHERE } from '../../../test/support/nowhere.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { RECORD_PATHS } from '../warranties/index.ts'
import { applySetup, type SetupContext } from './apply.ts'

/** Applies the content of a set-up file. */
export function apply(db: Db, file: unknown, ctx: Partial<SetupContext> = {}) {
  const bytes = Buffer.from(typeof file === 'string' ? file : JSON.stringify(file))
  const targets = { allowPrivate: false }
  return applySetup({ ...audited(db), targets, recordPaths: RECORD_PATHS, ...NOWHERE, ...ctx }, bytes)
}

/** Returns the issues of a refused file as the command prints them; none if it was applied. */
export async function issuesOf(db: Db, file: unknown): Promise<string[]> {
  try {
    await apply(db, file)
    return []
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.issues.map(({ field, message }) => `${field}: ${message}`)
  }
}

/** Returns everything that a file can change, and the revisions that notify other processes. */
export async function contentOf({ read }: Db) {
  return {
    brands: await read.selectFrom('brands').selectAll().orderBy('id').execute(),
    groups: await read.selectFrom('dealer_groups').selectAll().orderBy('id').execute(),
    dealers: await read.selectFrom('dealers').selectAll().orderBy('id').execute(),
    dealerBrands: await read
      .selectFrom('dealer_brands')
      .selectAll()
      .orderBy('dealer_id')
      .orderBy('brand_id')
      .execute(),
    territories: await read.selectFrom('territories').selectAll().orderBy('postal_code').execute(),
    users: await read.selectFrom('api_users').selectAll().orderBy('id').execute(),
    userBrands: await read
      .selectFrom('api_user_brands')
      .selectAll()
      .orderBy('user_id')
      .orderBy('brand_id')
      .execute(),
    permissions: await read.selectFrom('api_user_permissions').selectAll().orderBy('permission').execute(),
    tokens: await read.selectFrom('api_tokens').selectAll().orderBy('id').execute(),
    tokenBrands: await read
      .selectFrom('api_token_brands')
      .selectAll()
      .orderBy('token_id')
      .orderBy('brand_id')
      .execute(),
    scopes: await read.selectFrom('api_token_scopes').selectAll().orderBy('scope').execute(),
    revisions: await read.selectFrom('revisions').selectAll().orderBy('topic').execute(),
  }
}

/** The report of applying `COMPLETE_FILE`, without the tokens. */
export const IDS_OF_COMPLETE_FILE = {
  brands: [
    { id: 1, slug: 'harbor-craft' },
    { id: expect.any(Number), slug: 'northwind' },
  ],
  dealers: [
    { id: 15, dealer_code: 'HC-015' },
    { id: expect.any(Number), dealer_code: 'HC-GLOBAL' },
  ],
  api_users: [{ id: expect.any(Number), email: 'dms@example.com' }],
}

/** A file with a value in every field of every list. */
export const COMPLETE_FILE = {
  brands: [
    {
      id: 1,
      slug: 'harbor-craft',
      name: 'Harbor Craft',
      lead_webhook: {
        url: 'https://crm.example.com/leads',
        secret: 'whsec_c2VjcmV0LXNlY3JldA==',
        categories: { boat_build: 'https://crm.example.com/builds' },
      },
      warranty_crm: {
        type: 'webhook',
        url: 'https://crm.example.com/hook',
        secret: 'whsec_c2VjcmV0LXNlY3JldA==',
      },
      fallback_dealer: 'HC-GLOBAL',
    },
    {
      slug: 'northwind',
      name: 'Northwind',
      lead_webhook: null,
      warranty_crm: {
        type: 'highlevel',
        url: 'https://crm.example.com/api',
        token: 'pit-1',
        location_id: 'loc-1',
        custom_fields: { hull: 'hin', town: 'contact.city' },
      },
      fallback_dealer: null,
    },
  ],
  dealer_groups: [{ id: 10, name: 'Tidewater Marine Group' }],
  dealers: [
    {
      id: 15,
      dealer_code: 'HC-015',
      group_id: 10,
      unit_id: 1,
      name: 'Tidewater Lewisville',
      legal_name: 'Tidewater LLC',
      address: '1 Lake Road',
      address2: 'Slip 4',
      city: 'Lewisville',
      state: 'TX',
      postal_code: '75067',
      country: 'USA',
      phone: '+1 555 0100',
      email: 'hello@tidewater.example',
      website: 'https://tidewater.example',
      latitude: 33.04,
      longitude: -97,
      logo_url: 'https://tidewater.example/logo.png',
      primary_contact: 'Ada Keel',
      active: true,
      brands: ['harbor-craft', 'northwind'],
    },
    {
      dealer_code: 'HC-GLOBAL',
      name: 'Harbor Craft International',
      country: 'Germany',
      latitude: null,
      longitude: null,
    },
  ],
  territories: [
    { brand: 'harbor-craft', country: 'US', postal_code: '75067', dealer_code: 'HC-015' },
    { brand: 'harbor-craft', country: 'US', postal_code: '750', dealer_code: 'HC-015' },
    { brand: 'northwind', country: 'Canada', postal_code: 'k1a0b1', dealer_code: 'HC-015' },
  ],
  api_users: [
    {
      email: 'dms@example.com',
      password: 'correct horse battery staple',
      active: true,
      brands: ['harbor-craft'],
      permissions: ['warranty:*'],
    },
  ],
  api_tokens: [
    {
      name: 'website',
      token: 'a-token-of-24-characters',
      brands: ['harbor-craft'],
      scopes: ['dealer-locator'],
    },
    { name: 'forms', brands: ['northwind'], scopes: ['dealer-locator', 'lead-submission'] },
  ],
}
