import { afterAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { apply, COMPLETE_FILE, contentOf, issuesOf } from './apply.test-support.ts'

const database = await openTestDatabase()
await apply(database.db, COMPLETE_FILE)
const before = await contentOf(database.db)
afterAll(() => database.drop())

const ID_RANGE = 'must be a whole number from 1 to 4503599627370496'
const TOGETHER = 'give both, or null for both, or leave both out'
const unknown = (noun: string, name: string) =>
  `There is no ${noun} "${name}", neither in the file nor in the database.`

describe('one run reports', () => {
  test.each<[string, object, string[]]>([
    [
      'a dealer’s unknown brand beside its longitude',
      { dealers: [{ name: 'z', country: 'US', brands: ['nope'], latitude: 1, longitude: 500 }] },
      [
        `dealers[0].brands[0]: ${unknown('brand', 'nope')}`,
        'dealers[0].longitude: Longitude must be a number from -180 to 180.',
      ],
    ],
    [
      'a code that its dealer keeps beside a slug',
      {
        brands: [{ id: 1, slug: 'a b' }],
        dealers: [
          { dealer_code: 'NEW', name: 'New', country: 'US', group_id: 11 },
          { dealer_code: 'HC-GLOBAL', phone: '1' },
          { id: 15, dealer_code: 'HC-GLOBAL' },
        ],
      },
      [
        'brands[0].slug: Slug must be up to 100 letters, digits and . _ ~ -, and begin with a letter or digit.',
        'dealers[0].group_id: There is no dealer group 11.',
        expect.stringMatching(
          /^dealers\[2\].dealer_code: Dealer code must be unique: "HC-GLOBAL" belongs to dealer \d+\.$/,
        ),
      ],
    ],
    [
      'a code that another dealer keeps, because its own entry is invalid',
      {
        dealers: [
          { dealer_code: 'HC-GLOBAL', phone: '1' },
          { id: 99, dealer_code: 'HC-015', name: 'Z', country: 'US' },
          { id: 15, dealer_code: 'T2', group_id: 11 },
        ],
      },
      [
        'dealers[1].dealer_code: Dealer code must be unique: "HC-015" belongs to dealer 15.',
        'dealers[2].group_id: There is no dealer group 11.',
      ],
    ],
    [
      'a slug that another brand keeps, because its own entry is invalid',
      {
        brands: [
          { id: 99, slug: 'x', name: 'X' },
          { id: 2, slug: 'x' },
          { id: 1, slug: 'northwind' },
        ],
      },
      [
        'brands[1].slug: Slug must be unique: "x" belongs to an earlier entry.',
        'brands[2].slug: Slug must be unique: "northwind" belongs to brand 2.',
      ],
    ],
    [
      'an unknown brand beside one that is no text',
      { dealers: [{ dealer_code: 'X', name: 'X', country: 'US', brands: [7, 'nope', 'northwind'] }] },
      [
        'dealers[0].brands[0]: An item of brands must be a string.',
        `dealers[0].brands[1]: ${unknown('brand', 'nope')}`,
      ],
    ],
    [
      'a dealer’s unknown country and group beside its name',
      { dealers: [{ id: 99, name: 7, country: 'Atlantis', group_id: 11 }] },
      [
        'dealers[0].country: Country must be a country\'s two- or three-letter code or English name, not "Atlantis".',
        'dealers[0].group_id: There is no dealer group 11.',
        'dealers[0].name: Name must be a string.',
      ],
    ],
    [
      'the fields that a new dealer lacks beside its code',
      { dealers: [{ dealer_code: 7, unit_id: 'x' }] },
      [
        'dealers[0].country: Country is required for a new dealer.',
        'dealers[0].dealer_code: Dealer code must be a string.',
        'dealers[0].name: Name is required for a new dealer.',
        'dealers[0].unit_id: Unit ID must be a whole number from 0 to 9007199254740991.',
      ],
    ],
    [
      'a dealer’s code that another has beside its city',
      { dealers: [{ id: 99, dealer_code: 'HC-015', name: 'X', country: 'US', city: 7 }] },
      [
        'dealers[0].city: City must be a string.',
        'dealers[0].dealer_code: Dealer code must be unique: "HC-015" belongs to dealer 15.',
      ],
    ],
    [
      'a longitude that is missing beside the latitude',
      { dealers: [{ dealer_code: 'X', name: 'X', country: 'US', latitude: 91 }] },
      [
        'dealers[0].latitude: Latitude must be a number from -90 to 90.',
        `dealers[0].longitude: Longitude must go with latitude: ${TOGETHER}.`,
      ],
    ],
    [
      'a second entry beside what the first one has wrong',
      {
        dealers: [
          { dealer_code: 'X', name: 'X', country: 'US', active: 1 },
          { dealer_code: 'X', name: 'Y', country: 'US' },
        ],
      },
      [
        'dealers[0].active: Active must be a boolean.',
        'dealers[1].dealer_code: Dealer code must be unique: "X" belongs to an earlier entry.',
      ],
    ],

    [
      'a token’s unknown brand beside its scope',
      { api_tokens: [{ name: 'x', scopes: ['leads'], brands: ['nope'] }] },
      [
        `api_tokens[0].brands[0]: ${unknown('brand', 'nope')}`,
        'api_tokens[0].scopes[0]: There is no scope "leads". The scopes are dealer-locator, lead-submission, warranty-registration.',
      ],
    ],
    [
      'a token that another has beside the missing name',
      { api_tokens: [{ token: 'a-token-of-24-characters' }] },
      [
        'api_tokens[0].name: Name is required.',
        'api_tokens[0].token: Token already belongs to "website": each token must be different.',
      ],
    ],
    [
      'a new user’s missing password and unknown brand beside the e-mail address',
      { api_users: [{ email: 'x@', brands: ['nope'] }] },
      [
        `api_users[0].brands[0]: ${unknown('brand', 'nope')}`,
        'api_users[0].email: E-mail must be an e-mail address of at most 254 characters.',
        'api_users[0].password: Password is required for a new user.',
      ],
    ],
    [
      'a new user’s missing password beside the permissions',
      { api_users: [{ email: 'x@example.com', permissions: null }] },
      [
        'api_users[0].password: Password is required for a new user.',
        'api_users[0].permissions: Permissions must be an array.',
      ],
    ],

    [
      'a territory’s code, brand and dealer beside its country',
      { territories: [{ brand: 'nope', country: 'XX', postal_code: '1000', dealer_code: 'HC-16' }] },
      [
        `territories[0].brand: ${unknown('brand', 'nope')}`,
        'territories[0].country: Country must be a country\'s two- or three-letter code or English name, not "XX".',
        `territories[0].dealer_code: ${unknown('dealer', 'HC-16')}`,
        'territories[0].postal_code: Postal code must be a ZIP code of 5 digits, or its first 3, or must be a Canadian postal code such as K1A 0B1, or its first half (K1A).',
      ],
    ],
    [
      'a territory’s code beside the brand that is missing',
      { territories: [{ country: 'CA', postal_code: '75067', dealer_code: null }] },
      [
        'territories[0].brand: Brand is required.',
        'territories[0].postal_code: Postal code must be a Canadian postal code such as K1A 0B1, or its first half (K1A).',
      ],
    ],

    [
      'a brand’s unknown fallback dealer and missing name beside its slug',
      { brands: [{ slug: 'a b', fallback_dealer: 'HC-16' }] },
      [
        `brands[0].fallback_dealer: ${unknown('dealer', 'HC-16')}`,
        'brands[0].name: Name is required for a new brand.',
        'brands[0].slug: Slug must be up to 100 letters, digits and . _ ~ -, and begin with a letter or digit.',
      ],
    ],
    [
      'a webhook’s missing URL beside its secret',
      { brands: [{ id: 1, lead_webhook: { secret: 'x' } }] },
      [
        'brands[0].lead_webhook.secret: Secret must be a Standard Webhooks secret: whsec_ and the key in base64.',
        'brands[0].lead_webhook.url: URL is required where there are no categories.',
      ],
    ],
    [
      'a CRM’s URL and unknown field beside its type',
      { brands: [{ id: 1, warranty_crm: { type: 'x', url: 'http://crm.example.com', uri: '' } }] },
      [
        'brands[0].warranty_crm.type: Type must be one of webhook, highlevel.',
        'brands[0].warranty_crm.uri: There is no field "uri" here. Did you mean "url"? The fields are type, url, secret, previous_secret, token, location_id, custom_fields.',
        'brands[0].warranty_crm.url: The target URL must begin with https://; plain http needs ALLOW_PRIVATE_WEBHOOKS=true.',
      ],
    ],
  ])('%s', async (_what, file, issues) => {
    expect(await issuesOf(database.db, file)).toEqual(issues)
    expect(await contentOf(database.db)).toEqual(before)
  })
})

describe('no further issues come from', () => {
  test.each<[string, object, string[]]>([
    [
      'an unreadable id: the dealer may exist',
      { dealers: [{ id: '15', active: false }] },
      [`dealers[0].id: ID ${ID_RANGE}.`],
    ],
    [
      'an unreadable code: others may refer to it',
      {
        dealers: [{ id: 15, dealer_code: 7 }],
        territories: [{ brand: 'northwind', country: 'US', postal_code: '10001', dealer_code: 'HC-015' }],
      },
      ['dealers[0].dealer_code: Dealer code must be a string.'],
    ],
    [
      'unreadable names: they may differ',
      {
        dealers: [
          { name: 7, country: 'US' },
          { name: 8, country: 'US' },
        ],
        dealer_groups: [{ name: 7 }, { name: 8 }],
        api_tokens: [{ name: 7 }, { name: 8 }],
      },
      [
        'api_tokens[0].name: Name must be a string.',
        'api_tokens[1].name: Name must be a string.',
        'dealer_groups[0].name: Name must be a string.',
        'dealer_groups[1].name: Name must be a string.',
        'dealers[0].name: Name must be a string.',
        'dealers[1].name: Name must be a string.',
      ],
    ],
    [
      'an unreadable category: it may be the webhook',
      { brands: [{ id: 1, lead_webhook: { categories: { trade_in: 7 } } }] },
      ['brands[0].lead_webhook.categories.trade_in: Trade in must be a string.'],
    ],
    [
      'an unreadable password',
      { api_users: [{ email: 'x@example.com', password: 7 }] },
      ['api_users[0].password: Password must be a string.'],
    ],
  ])('%s', async (_what, file, issues) => {
    expect(await issuesOf(database.db, file)).toEqual(issues)
    expect(await contentOf(database.db)).toEqual(before)
  })
})

test('an entry with an issue in every field gets no other issues', async () => {
  const fields = Object.keys(COMPLETE_FILE.dealers[0]!)
  const wrong = Object.fromEntries(fields.map((field) => [field, {}]))
  const issues = await issuesOf(database.db, { dealers: [wrong] })
  expect(issues.map((issue) => issue.split(':')[0])).toEqual(
    fields.map((field) => `dealers[0].${field}`).sort(new Intl.Collator('en').compare),
  )
})
