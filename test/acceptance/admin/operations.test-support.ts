/**
 * Every operation of the administration: one row each, which the tests of permissions read. A new endpoint needs a row,
 * and where its path has the id of a new kind of record, a way to make one in `records.test-support.ts`.
 */
export interface Row {
  /**
   * What the caller must be permitted to do. `session`: it is enough to be signed in; `public`: not even that. Where one
   * of several is enough, the first is what the request needs, and the others open other requests.
   */
  permission: string | readonly string[]
  /** The kind of record whose id is in the path. */
  record?: RecordKind
  /** A valid body, given the slug of the caller's brand and the ids of records in it. */
  body?: (brand: string, idOf: (kind: RecordKind) => Promise<number>) => unknown
  /** Text instead of a JSON body. */
  raw?: { type: string; text: string }
  /** The query of a valid request, given the slug. */
  query?: (brand: string) => string
  /** The caller must hold all brands. */
  allBrands?: true
  /** For records that no brand limits. */
  ofNoBrand?: true
}

export type RecordKind =
  | 'brand'
  | 'user'
  | 'token'
  | 'lead'
  | 'delivery'
  | 'endpoint'
  | 'event'
  | 'warranty'
  | 'dealer'
  | 'group'
  | 'import'
  | 'registration'

const unique = () => `n${Math.random().toString(36).slice(2)}`
const importing = ['dealers:write', 'warranty:create'] as const

export const ROWS: Record<string, Row> = {
  'GET /overview': { permission: 'session', query: (brand) => `brand=${brand}` },
  'GET /brands': { permission: 'brands:read' },
  'POST /brands': {
    permission: 'brands:write',
    body: () => ({ slug: unique(), name: 'New' }),
    allBrands: true,
  },
  'GET /brands/{id}': { permission: 'brands:read', record: 'brand' },
  'PATCH /brands/{id}': { permission: 'brands:write', record: 'brand', body: () => ({ name: 'Renamed' }) },
  'POST /brands/{id}/secrets': {
    permission: 'brands:write',
    record: 'brand',
    body: () => ({ which: 'lead_webhook', action: 'rotate' }),
  },
  'POST /brands/{id}/test': {
    permission: 'brands:write',
    record: 'brand',
    body: () => ({ target: 'lead_webhook' }),
  },
  'GET /users': { permission: 'access:read' },
  'POST /users': {
    permission: 'access:write',
    body: (brand) => ({ email: `${unique()}@example.com`, permissions: [], brands: [brand] }),
  },
  'GET /users/{id}': { permission: 'access:read', record: 'user' },
  'PATCH /users/{id}': { permission: 'access:write', record: 'user', body: () => ({ active: true }) },
  'POST /users/{id}/invitation': { permission: 'access:write', record: 'user' },
  'DELETE /users/{id}/second-factor': { permission: 'access:write', record: 'user' },
  'GET /users/{id}/sessions': { permission: 'access:read', record: 'user' },
  'DELETE /users/{id}/sessions': { permission: 'access:write', record: 'user' },
  'GET /tokens': { permission: 'access:read' },
  'POST /tokens': { permission: 'access:write', body: (brand) => ({ name: unique(), brands: [brand] }) },
  'GET /tokens/{id}': { permission: 'access:read', record: 'token' },
  'PATCH /tokens/{id}': { permission: 'access:write', record: 'token', body: () => ({ active: false }) },
  'GET /dealers': { permission: 'dealers:read' },
  'POST /dealers': {
    permission: 'dealers:write',
    body: (brand) => ({ name: unique(), country: 'US', brands: [brand] }),
  },
  'GET /dealers/{id}': { permission: 'dealers:read', record: 'dealer' },
  'PATCH /dealers/{id}': {
    permission: 'dealers:write',
    record: 'dealer',
    body: () => ({ city: 'Lewisville' }),
  },
  'GET /dealers/map': { permission: 'dealers:read', query: (brand) => `brand=${brand}` },
  'GET /locate': {
    permission: 'dealers:read',
    query: (brand) => `postal_code=75067&country=US&brand=${brand}`,
  },
  'GET /dealer-groups': { permission: 'dealers:read' },
  'POST /dealer-groups': { permission: 'dealers:write', body: () => ({ name: unique() }) },
  'GET /dealer-groups/{id}': { permission: 'dealers:read', record: 'group', ofNoBrand: true },
  'PATCH /dealer-groups/{id}': {
    permission: 'dealers:write',
    record: 'group',
    ofNoBrand: true,
    body: () => ({ name: unique() }),
  },
  'DELETE /dealer-groups/{id}': { permission: 'dealers:write', record: 'group', ofNoBrand: true },
  'GET /territories': { permission: 'dealers:read' },
  'GET /territories/map': { permission: 'dealers:read', query: (brand) => `brand=${brand}` },
  'PUT /territories': {
    permission: 'dealers:write',
    body: (brand) => ({ brand, country: 'US', postal_codes: ['75067'], dealer_id: null }),
  },
  'GET /warranties': { permission: 'warranty:list' },
  'POST /warranties': {
    permission: 'warranty:create',
    body: (brand) => ({
      brand,
      hin: `${Math.random().toString(16).slice(2, 10).padEnd(8, '0').toUpperCase()}L425`,
      model: 'Tidewater 24',
      model_year: '2025',
      registration_date: '2025-03-01',
      contact: { first_name: 'Ada', last_name: 'Rivers', email: 'ada@example.com', zipcode: '75067' },
    }),
  },
  'GET /warranties/{id}': { permission: 'warranty:read', record: 'warranty' },
  'PATCH /warranties/{id}': {
    permission: ['warranty:correct', 'warranty:update'],
    record: 'warranty',
    body: () => ({ warranty_notes: 'Checked' }),
  },
  'POST /warranties/{id}/transfer': {
    permission: 'warranty:transfer',
    record: 'warranty',
    body: () => ({
      contact: { first_name: 'Bo', last_name: 'Lake', email: 'bo@example.com', zipcode: '75067' },
    }),
  },
  'POST /warranties/{id}/retry-sync': { permission: 'warranty:retry_sync', record: 'warranty' },
  'GET /warranties/{id}/certificate': { permission: 'warranty:read', record: 'warranty' },
  'GET /warranties/{id}/history': { permission: 'warranty:history', record: 'warranty' },
  'GET /warranties/{id}/deliveries': { permission: 'deliveries:read', record: 'warranty' },
  'GET /warranties/{id}/audit': { permission: 'audit:read', record: 'warranty' },
  'GET /registrations': { permission: 'warranty:read' },
  'GET /registrations/{id}': { permission: 'warranty:read', record: 'registration' },
  'POST /registrations/{id}/accept': { permission: 'warranty:create', record: 'registration' },
  'POST /registrations/{id}/reject': {
    permission: 'warranty:create',
    record: 'registration',
    body: () => ({ reason: 'Not one of our boats' }),
  },
  'GET /leads': { permission: 'leads:read' },
  'GET /leads/{id}': { permission: 'leads:read', record: 'lead' },
  'POST /leads/{id}/assign': {
    permission: 'leads:write',
    record: 'lead',
    body: async (_brand, idOf) => ({ dealer_id: await idOf('dealer') }),
  },
  'POST /leads/{id}/resend': { permission: 'leads:write', record: 'lead', body: () => ({ to: 'crm' }) },
  'POST /leads/{id}/note': { permission: 'leads:write', record: 'lead', body: () => ({ text: 'Called' }) },
  'GET /deliveries/receivers': { permission: 'deliveries:read' },
  'GET /deliveries': { permission: 'deliveries:read' },
  'GET /deliveries/{id}': { permission: 'deliveries:read', record: 'delivery' },
  'POST /deliveries/{id}/retry': { permission: 'deliveries:retry', record: 'delivery' },
  'POST /deliveries/retry': {
    permission: 'deliveries:retry',
    body: (brand) => ({ filter: { brand }, expected_count: 0 }),
  },
  'GET /events': { permission: 'session' },
  'GET /events/{id}': { permission: 'session', record: 'event' },
  'GET /event-endpoints': { permission: 'brands:read' },
  'POST /event-endpoints': {
    permission: 'brands:write',
    body: (brand) => ({ url: 'https://example.com/events', brands: [brand] }),
  },
  'GET /event-endpoints/{id}': { permission: 'brands:read', record: 'endpoint' },
  'PATCH /event-endpoints/{id}': {
    permission: 'brands:write',
    record: 'endpoint',
    body: () => ({ description: 'Renamed' }),
  },
  'DELETE /event-endpoints/{id}': { permission: 'brands:write', record: 'endpoint' },
  'POST /event-endpoints/{id}/secrets': {
    permission: 'brands:write',
    record: 'endpoint',
    body: () => ({ action: 'rotate' }),
  },
  'POST /event-endpoints/{id}/test': { permission: 'brands:write', record: 'endpoint' },
  'POST /event-endpoints/{id}/replay': {
    permission: 'brands:write',
    record: 'endpoint',
    body: () => ({ from: '2026-01-01', types: ['lead.received'] }),
  },
  'GET /audit': { permission: 'audit:read' },
  'GET /imports': { permission: importing },
  'POST /imports': {
    permission: importing,
    query: (brand) => `kind=dealers&brand=${brand}`,
    raw: { type: 'text/csv', text: 'dealer_code,name,country\n' },
  },
  'POST /imports/columns': {
    permission: importing,
    query: () => 'kind=dealers',
    raw: { type: 'text/csv', text: 'dealer_code,name,country\n' },
    ofNoBrand: true,
  },
  'GET /imports/{id}': { permission: importing, record: 'import' },
  'POST /imports/{id}/commit': { permission: importing, record: 'import' },
  'GET /imports/{id}/invalid-rows': { permission: importing, record: 'import' },
  'GET /imports/{id}/events': { permission: importing, record: 'import' },
  'GET /exports': {
    permission: ['dealers:read', 'warranty:read', 'leads:read'],
    query: (brand) => `kind=dealers&brand=${brand}`,
  },
  'GET /people': { permission: 'people:read', query: () => 'email=ada@example.com' },
  'POST /people/export': {
    permission: 'people:read',
    async body(_brand, idOf) {
      await idOf('warranty')
      return { email: 'ada@example.com' }
    },
  },
  'POST /people/erase': {
    permission: 'people:erase',
    body: () => ({ email: 'nobody@example.com', confirm: 'nobody@example.com' }),
  },
  'GET /system/health': { permission: 'system:read', allBrands: true },
  'GET /system/settings': { permission: 'system:read', allBrands: true },
  'POST /session': { permission: 'public', body: () => ({ email: 'nobody@example.com', password: 'x' }) },
  'GET /session': { permission: 'session' },
  'DELETE /session': { permission: 'session' },
  'GET /sessions': { permission: 'session' },
  'DELETE /sessions': { permission: 'session' },
  'POST /session/password': { permission: 'session', body: () => ({ current: 'x', new: 'quiet harbour 7' }) },
  'POST /session/second-factor': { permission: 'session', body: () => ({ password: 'x' }) },
  'PUT /session/second-factor': { permission: 'session', body: () => ({ code: '000000' }) },
  'DELETE /session/second-factor': { permission: 'session', body: () => ({ password: 'x' }) },
  'POST /setup/{token}': {
    permission: 'public',
    body: () => ({ email: 'nobody@example.com', password: 'quiet harbour 7' }),
  },
  'POST /password-resets': { permission: 'public', body: () => ({ email: 'nobody@example.com' }) },
  'POST /password-resets/{token}': { permission: 'public', body: () => ({ password: 'quiet harbour 7' }) },
  'POST /invitations/{token}': { permission: 'public', body: () => ({ password: 'quiet harbour 7' }) },
}
