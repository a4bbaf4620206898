import { afterAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/db.ts'
import { GRANTABLE } from '../access/index.ts'
import { apply, COMPLETE_FILE, contentOf, issuesOf } from './apply.test-support.ts'

const database = await openTestDatabase()
await apply(database.db, COMPLETE_FILE)
const before = await contentOf(database.db)
afterAll(() => database.drop())

const brand = (fields: object) => ({ brands: [{ slug: 'x', name: 'X', ...fields }] })
const dealer = (fields: object) => ({ dealers: [{ dealer_code: 'X', name: 'X', country: 'US', ...fields }] })
const territory = (fields: object) => ({
  territories: [
    { brand: 'northwind', country: 'US', postal_code: '10001', dealer_code: 'HC-015', ...fields },
  ],
})
const user = (fields: object) => ({ api_users: [{ email: 'x@example.com', password: 'x', ...fields }] })
const token = (fields: object) => ({ api_tokens: [{ name: 'x', ...fields }] })
const crm = (fields: object) =>
  brand({ warranty_crm: { type: 'highlevel', token: 't', location_id: 'l', ...fields } })
const hook = (fields: object) => brand({ lead_webhook: { url: 'https://crm.example.com', ...fields } })

const BRAND_FIELDS =
  'id, slug, name, lead_webhook, warranty_crm, fallback_dealer, registration_auto_accept, sandbox, lead_dedupe_seconds, challenge, consent_texts'
const ID_RANGE = 'must be a whole number from 1 to 4503599627370496'
const TOGETHER = 'give both, or null for both, or leave both out'

describe('is refused with its path and reason:', () => {
  test.each<[string, object, string]>([
    [
      'an unknown list',
      { dealer: [] },
      'dealer: There is no list "dealer" here. Did you mean "dealers"? The lists are brands, dealer_groups, dealers, territories, api_users, api_tokens, event_endpoints.',
    ],
    ['a list of another type', { brands: {} }, 'brands: Brands must be a list.'],
    ['an entry of another type', { brands: ['x'] }, 'brands[0]: An entry must be an object.'],
    [
      'an unknown field',
      brand({ nme: 'X' }),
      `brands[0].nme: There is no field "nme" here. Did you mean "name"? The fields are ${BRAND_FIELDS}.`,
    ],

    [
      'a new brand without a slug',
      brand({ slug: undefined }),
      'brands[0].id: ID is required where there is no slug.',
    ],
    [
      'a new brand with an id, without a slug',
      brand({ id: 9, slug: undefined }),
      'brands[0].slug: Slug is required for a new brand.',
    ],
    [
      'a new brand without a name',
      brand({ name: undefined }),
      'brands[0].name: Name is required for a new brand.',
    ],
    [
      'a slug with a blank',
      brand({ slug: 'a b' }),
      'brands[0].slug: Slug must be up to 100 letters, digits and . _ ~ -, and begin with a letter or digit.',
    ],
    [
      'a null slug',
      brand({ slug: null }),
      'brands[0].slug: Slug must be up to 100 letters, digits and . _ ~ -, and begin with a letter or digit.',
    ],
    ['an id that is text', brand({ id: '1' }), `brands[0].id: ID ${ID_RANGE}.`],
    ['an id that is 0', brand({ id: 0 }), `brands[0].id: ID ${ID_RANGE}.`],
    ['an id beyond the range', brand({ id: 2 ** 53 }), `brands[0].id: ID ${ID_RANGE}.`],
    [
      'another’s slug',
      brand({ id: 1, slug: 'northwind' }),
      'brands[0].slug: Slug must be unique: "northwind" belongs to brand 2.',
    ],
    [
      'a brand given twice',
      { brands: [{ id: 1 }, { slug: 'harbor-craft' }] },
      'brands[1].slug: Slug repeats brand 1: list each brand once.',
    ],
    [
      'an unknown fallback dealer',
      brand({ fallback_dealer: 'HC-16' }),
      'brands[0].fallback_dealer: There is no dealer "HC-16", neither in the file nor in the database.',
    ],

    [
      'a time for repeated leads of more than a day',
      brand({ lead_dedupe_seconds: 86_401 }),
      'brands[0].lead_dedupe_seconds: Lead dedupe seconds must be a whole number from 0 to 86400.',
    ],
    [
      'a webhook without a URL',
      brand({ lead_webhook: {} }),
      'brands[0].lead_webhook.url: URL is required where there are no categories.',
    ],
    [
      'a webhook on plain http',
      hook({ url: 'http://crm.example.com' }),
      'brands[0].lead_webhook.url: The target URL must begin with https://; plain http needs ALLOW_PRIVATE_WEBHOOKS=true.',
    ],
    [
      'a webhook on loopback',
      hook({ url: 'https://127.1/' }),
      'brands[0].lead_webhook.url: The target URL must not point to a private or local address without ALLOW_PRIVATE_WEBHOOKS=true.',
    ],
    [
      'a category’s webhook that is not a URL',
      hook({ categories: { trade_in: 'crm' } }),
      'brands[0].lead_webhook.categories.trade_in: The target URL must be a complete URL, such as https://crm.example.com/hook.',
    ],
    [
      'a previous secret without a current one',
      hook({ previous_secret: 'whsec_c2VjcmV0LXNlY3JldA==' }),
      'brands[0].lead_webhook.previous_secret: Previous secret is only valid beside the secret that replaces it.',
    ],
    [
      'a secret of another format',
      hook({ secret: 'secret' }),
      'brands[0].lead_webhook.secret: Secret must be a Standard Webhooks secret: whsec_ and the key in base64.',
    ],
    [
      'a CRM without a type',
      brand({ warranty_crm: {} }),
      'brands[0].warranty_crm.type: Type must be one of webhook, highlevel.',
    ],
    [
      'a CRM that is a list',
      brand({ warranty_crm: [] }),
      'brands[0].warranty_crm: Warranty CRM must be an object.',
    ],
    [
      'a webhook CRM without a URL',
      brand({ warranty_crm: { type: 'webhook' } }),
      'brands[0].warranty_crm.url: URL is required.',
    ],
    [
      'a webhook CRM whose secret is null',
      brand({ warranty_crm: { type: 'webhook', url: 'https://crm.example.com/', secret: null } }),
      'brands[0].warranty_crm.secret: Secret must be a string.',
    ],
    [
      'a HighLevel CRM without a location',
      crm({ location_id: undefined }),
      'brands[0].warranty_crm.location_id: Location ID is required.',
    ],
    [
      'a field of another CRM',
      crm({ secret: 'whsec_c2VjcmV0LXNlY3JldA==' }),
      'brands[0].warranty_crm.secret: There is no field "secret" here. The fields are type, url, token, location_id, custom_fields.',
    ],
    ...['contact city', 'contact.fax', 'hull', 'hin.length', 'contact.constructor', '__proto__'].map(
      (path): [string, object, string] => [
        `a custom field with an unknown path: ${path}`,
        crm({ custom_fields: { a: path } }),
        `brands[0].warranty_crm.custom_fields.a: A warranty has no field "${path}". Give a path in it, such as hin or contact.city.`,
      ],
    ),

    [
      'a new group without a name',
      { dealer_groups: [{ id: 9 }] },
      'dealer_groups[0].name: Name is required for a new group.',
    ],
    [
      'a group given twice',
      { dealer_groups: [{ id: 10 }, { name: 'Tidewater Marine Group' }] },
      'dealer_groups[1].name: Name repeats group 10: list each group once.',
    ],
    [
      'a group given twice by id',
      { dealer_groups: [{ id: 9, name: 'G' }, { id: 9 }] },
      'dealer_groups[1].id: ID repeats group 9: list each group once.',
    ],
    [
      'a name that several groups have',
      { dealer_groups: [{ id: 8, name: 'G' }, { id: 9, name: 'G' }, { name: 'G' }] },
      'dealer_groups[2].id: ID is required: 2 groups have this name.',
    ],

    [
      'a new dealer without a name',
      dealer({ name: undefined }),
      'dealers[0].name: Name is required for a new dealer.',
    ],
    ['a dealer with a blank name', dealer({ name: ' ' }), 'dealers[0].name: Name is required.'],
    [
      'a new dealer without a country',
      dealer({ country: undefined }),
      'dealers[0].country: Country is required for a new dealer.',
    ],
    [
      'an unknown country',
      dealer({ country: 'Atlantis' }),
      'dealers[0].country: Country must be a country\'s two- or three-letter code or English name, not "Atlantis".',
    ],
    [
      'a latitude off the globe',
      dealer({ latitude: 91, longitude: 0 }),
      'dealers[0].latitude: Latitude must be a number from -90 to 90.',
    ],
    [
      'a longitude off the globe',
      dealer({ latitude: 1, longitude: -181 }),
      'dealers[0].longitude: Longitude must be a number from -180 to 180.',
    ],
    [
      'a latitude that is text',
      dealer({ latitude: '33.04', longitude: 0 }),
      'dealers[0].latitude: Latitude must be a number from -90 to 90.',
    ],
    [
      'a latitude alone',
      dealer({ latitude: 33 }),
      `dealers[0].longitude: Longitude must go with latitude: ${TOGETHER}.`,
    ],
    [
      'a longitude with a null latitude',
      dealer({ latitude: null, longitude: -97 }),
      `dealers[0].latitude: Latitude must go with longitude: ${TOGETHER}.`,
    ],
    [
      'a null latitude alone',
      dealer({ latitude: null }),
      `dealers[0].latitude: Latitude must go with longitude: ${TOGETHER}.`,
    ],
    ['an unknown group', dealer({ group_id: 11 }), 'dealers[0].group_id: There is no dealer group 11.'],
    [
      'an unknown brand',
      dealer({ brands: ['harbor-craft', 'harbour-craft'] }),
      'dealers[0].brands[1]: There is no brand "harbour-craft", neither in the file nor in the database. Did you mean "harbor-craft"?',
    ],
    [
      'brands of another type',
      dealer({ brands: 'harbor-craft' }),
      'dealers[0].brands: Brands must be an array.',
    ],
    ['null for brands', dealer({ brands: null }), 'dealers[0].brands: Brands must be an array.'],
    ['null for active', dealer({ active: null }), 'dealers[0].active: Active must be a boolean.'],
    [
      'a unit that is not a number',
      dealer({ unit_id: 1.5 }),
      'dealers[0].unit_id: Unit ID must be a whole number from 0 to 9007199254740991.',
    ],
    [
      'NUL',
      dealer({ city: 'a\0' }),
      'dealers[0].city: City must not contain NUL characters or half surrogate pairs.',
    ],
    [
      'another’s code',
      dealer({ id: 99, dealer_code: 'HC-015' }),
      'dealers[0].dealer_code: Dealer code must be unique: "HC-015" belongs to dealer 15.',
    ],
    [
      'a code given twice',
      { dealers: [...dealer({}).dealers, ...dealer({}).dealers] },
      'dealers[1].dealer_code: Dealer code must be unique: "X" belongs to an earlier entry.',
    ],
    [
      'a dealer given twice',
      { dealers: [{ id: 15 }, { dealer_code: 'HC-015' }] },
      'dealers[1].dealer_code: Dealer code repeats dealer 15: list each dealer once.',
    ],

    [
      'a territory without a dealer',
      territory({ dealer_code: undefined }),
      'territories[0].dealer_code: Dealer code is required.',
    ],
    [
      'a territory of an unknown brand',
      territory({ brand: 'south' }),
      'territories[0].brand: There is no brand "south", neither in the file nor in the database.',
    ],
    [
      'a territory of an unknown dealer',
      territory({ dealer_code: 'HC-16' }),
      'territories[0].dealer_code: There is no dealer "HC-16", neither in the file nor in the database.',
    ],
    [
      'a territory in no country',
      territory({ country: 'XX' }),
      'territories[0].country: Country must be a country\'s two- or three-letter code or English name, not "XX".',
    ],
    [
      'a ZIP code of 4 digits',
      territory({ postal_code: '1000' }),
      'territories[0].postal_code: Postal code must be a ZIP code of 5 digits, or its first 3.',
    ],
    [
      'a ZIP+4',
      territory({ postal_code: '10001-1234' }),
      'territories[0].postal_code: Postal code must be a ZIP code of 5 digits, or its first 3.',
    ],
    [
      'half a Canadian code with a letter that none has',
      territory({ country: 'CA', postal_code: 'D1A' }),
      'territories[0].postal_code: Postal code must be a Canadian postal code such as K1A 0B1, or its first half (K1A).',
    ],
    [
      'a territory whose brand is null',
      territory({ brand: null }),
      'territories[0].brand: Brand is required.',
    ],
    [
      'a ZIP code that is a number',
      territory({ postal_code: 10001 }),
      'territories[0].postal_code: Postal code must be a string.',
    ],
    [
      'a territory given twice',
      {
        territories: [
          ...territory({ country: 'CA', postal_code: 'K1A0B1' }).territories,
          ...territory({ country: 'Canada', postal_code: 'k1a 0b1' }).territories,
        ],
      },
      'territories[1].postal_code: Postal code repeats CA K1A 0B1: list each code once.',
    ],

    [
      'a user without an e-mail address',
      user({ email: undefined }),
      'api_users[0].email: E-mail is required.',
    ],
    [
      'a user with half an address',
      user({ email: 'x@' }),
      'api_users[0].email: E-mail must be an e-mail address of at most 254 characters.',
    ],
    [
      'a new user without a password',
      user({ password: undefined }),
      'api_users[0].password: Password is required for a new user.',
    ],
    ['an empty password', user({ password: '' }), 'api_users[0].password: Password is required.'],
    [
      'a password of 129 characters',
      user({ password: 'x'.repeat(129) }),
      'api_users[0].password: Password must have at most 128 characters.',
    ],
    [
      'an unknown permission',
      user({ permissions: ['warranty:delete'] }),
      `api_users[0].permissions[0]: There is no permission "warranty:delete". The permissions are ${GRANTABLE.join(', ')}.`,
    ],
    [
      'a user of an unknown brand',
      user({ brands: ['south'] }),
      'api_users[0].brands[0]: There is no brand "south", neither in the file nor in the database.',
    ],
    [
      'a user given twice',
      { api_users: [...user({}).api_users, ...user({ email: 'X@example.com' }).api_users] },
      'api_users[1].email: E-mail repeats x@example.com: list each user once.',
    ],

    ['a token without a name', token({ name: undefined }), 'api_tokens[0].name: Name is required.'],
    [
      'a token of 23 characters',
      token({ token: 'x'.repeat(23) }),
      'api_tokens[0].token: Token must be 24 to 512 ASCII characters without blanks.',
    ],
    [
      'a token with a blank',
      token({ token: `${'x'.repeat(24)} y` }),
      'api_tokens[0].token: Token must be 24 to 512 ASCII characters without blanks.',
    ],
    [
      'an unknown scope',
      token({ scopes: ['leads'] }),
      'api_tokens[0].scopes[0]: There is no scope "leads". The scopes are dealer-locator, lead-submission, warranty-registration.',
    ],
    [
      'permissions of a secret token',
      token({ permissions: ['leads:read'] }),
      'api_tokens[0].permissions: Permissions must be empty: only a service token has permissions.',
    ],
    [
      'a publishable key of all brands',
      token({
        kind: 'publishable',
        brands: ['harbor-craft'],
        all_brands: true,
        scopes: ['dealer-locator'],
        origins: ['https://www.example.com'],
        token: undefined,
      }),
      'api_tokens[0].all_brands: All brands must be false for a publishable key, which has one brand.',
    ],
    [
      'an origin with a path',
      token({ origins: ['https://www.example.com/'] }),
      'api_tokens[0].origins[0]: "https://www.example.com/" is not an origin such as https://www.example.com, without a path or a wildcard. Did you mean "https://www.example.com"? Only http://localhost:* has one.',
    ],
    [
      'an unknown kind of token',
      token({ kind: 'golden' }),
      'api_tokens[0].kind: Kind must be one of secret, publishable, service.',
    ],
    [
      'a token of an unknown brand',
      token({ brands: ['south'] }),
      'api_tokens[0].brands[0]: There is no brand "south", neither in the file nor in the database.',
    ],
    [
      'another’s token',
      token({ token: 'a-token-of-24-characters' }),
      'api_tokens[0].token: Token already belongs to "website": each token must be different.',
    ],
    [
      'a token’s name given twice',
      { api_tokens: [{ name: 'x' }, { name: 'x' }] },
      'api_tokens[1].name: Name "x" is given a second time: list each token once.',
    ],
    [
      'a text given to two tokens',
      {
        api_tokens: [
          { name: 'x', token: 'x'.repeat(24) },
          { name: 'y', token: 'x'.repeat(24) },
        ],
      },
      'api_tokens[1].token: Token already belongs to "x": each token must be different.',
    ],
  ])('%s', async (_what, file, issue) => {
    expect(await issuesOf(database.db, file)).toEqual([issue])
    expect(await contentOf(database.db)).toEqual(before)
  })
})

test('a dealer without id and code must have the fields of a new one', async () => {
  expect(await issuesOf(database.db, { dealers: [{ dealer_code: '', country: 'US' }] })).toEqual([
    'dealers[0].id: ID is required where there is no dealer_code.',
    'dealers[0].name: Name is required for a new dealer.',
  ])
})

test('all issues are reported together in the order of the file, unknown references included', async () => {
  const file = {
    brands: [{ slug: 'x' }, { slug: 'y', name: 7 }],
    dealers: [
      { dealer_code: 'A', name: 'A', country: 'US', latitude: 100, longitude: 0 },
      { dealer_code: 'B', name: 'B', country: 'US', brands: ['x', 'y', 'z'], group_id: 7 },
      ...Array.from({ length: 9 }, (_, i) => ({ dealer_code: `C${i}`, country: 'US', name: 'C' })),
      { dealer_code: 'D', country: 'US' },
    ],
    dealer_groups: [{ id: 7 }],
    territories: [
      { brand: 'y', country: 'US', postal_code: '10001', dealer_code: 'A' },
      { brand: 'y', country: 'US', postal_code: '10001', dealer_code: 'E' },
    ],
  }
  expect(await issuesOf(database.db, file)).toEqual([
    'brands[0].name: Name is required for a new brand.',
    'brands[1].name: Name must be a string.',
    'dealer_groups[0].name: Name is required for a new group.',
    'dealers[0].latitude: Latitude must be a number from -90 to 90.',
    'dealers[1].brands[2]: There is no brand "z", neither in the file nor in the database.',
    'dealers[11].name: Name is required for a new dealer.',
    'territories[1].dealer_code: There is no dealer "E", neither in the file nor in the database.',
    'territories[1].postal_code: Postal code repeats US 10001: list each code once.',
  ])
})

test.each([
  ['is not JSON', '{"brands": [}', /^The file is not valid JSON/],
  ['is empty', '', /^The file is not valid JSON/],
  ['holds a list', '[]', /^The file must contain a JSON object/],
  ['holds null', 'null', /^The file must contain a JSON object/],
])('a file that %s is refused', async (_what, text, message) => {
  await expect(apply(database.db, text)).rejects.toMatchObject({
    code: 'INVALID_JSON',
    message: expect.stringMatching(message),
  })
})

test('an issue never shows a secret', async () => {
  const secret = 'p4ssw0rd '
  const issues = await issuesOf(database.db, {
    brands: [
      {
        slug: 'x',
        name: 'X',
        lead_webhook: { url: 'https://crm.example.com', secret },
        warranty_crm: { type: 'webhook', url: `https://u:${secret}@crm.example.com` },
      },
    ],
    api_users: [{ email: 'x@example.com', password: secret.repeat(20) }],
    api_tokens: [
      { name: 'x', token: secret.repeat(3) },
      { name: 'y', token: secret },
    ],
  })
  expect(issues).toHaveLength(5)
  expect(issues.join()).not.toContain('p4ss')
  await expect(apply(database.db, `{"password": ${secret}`)).rejects.toThrow(/^(?!.*p4ss)/)
})
