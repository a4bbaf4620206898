import { type Administrator, makeAdministrator } from '../../support/administrator.ts'
import { startCrm } from '../../support/crm.ts'
import fc from '../../support/fast-check.ts'
import { makeIntegrator, WITH_REGISTRATION } from '../../support/integrator.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import type { Known } from './values.ts'

/** A server with something of everything, and an administrator whom no request locks out for long. */
export interface AdminWorld extends AsyncDisposable {
  server: TestServer
  known: Known
  /** Returns what `{{…}}` stands for in the next request. */
  tokens(): Promise<Record<string, string>>
  /** Everything that was ever a secret of the callers. */
  secrets: string[]
}

/** The caller by each way in. */
interface Caller {
  administrator: Administrator
  session: string
  serviceToken: string
}

/** Records of each kind have the ids from 1. */
const RECORDS = 4
const CSV = {
  dealers: 'dealer_code,name,city,postal_code,country\nNEW-1,Boats,Miami,33101,US\nNEW-2,,Miami,33101,US\n',
  territories: 'postal_code,dealer_code\n33101,D-1\n331,NOBODY\n',
  warranties:
    'hin,model,model_year,registration_date,contact_first_name,contact_last_name,contact_zipcode,contact_email\n' +
    'ABC12345D526,M1,2026,2026-05-06,Ada,Byron,33101,ada@example.com\n',
}

export async function makeAdminWorld(): Promise<AdminWorld> {
  await using stack = new AsyncDisposableStack()
  const crm = stack.use(await startCrm())
  crm.always('/fine', { status: 201, body: { id: 'c-1' } })
  crm.always('/down', { status: 503 })
  const server = stack.use(await startServer({ ownProcess: true }))
  const ada = await makeIntegrator(server, {
    brand: {
      lead_webhook: { url: crm.url('/fine') },
      warranty_crm: { type: 'webhook', url: crm.url('/down') },
    },
    scopes: WITH_REGISTRATION,
    more: (slug) => ({
      dealer_groups: Array.from({ length: RECORDS }, (_, i) => ({ name: `Group ${i}` })),
      dealers: Array.from({ length: RECORDS }, (_, i) => ({
        ...{ dealer_code: `D-${i}`, name: `Boats ${i}`, postal_code: '33101', country: 'US', brands: [slug] },
        ...{ latitude: 25.7, longitude: -80.2, email: 'sales@example.com' },
      })),
      territories: [{ brand: slug, country: 'US', postal_code: '33101', dealer_code: 'D-1' }],
      event_endpoints: Array.from({ length: RECORDS }, (_, i) => ({
        ...{ url: crm.url(`/fine?${i}`), brands: [slug] },
      })),
    }),
  })
  for (let i = 0; i < RECORDS; i++) {
    await ada.register()
    await ada.submitLead()
    await ada.submitRegistration()
  }
  const secrets: string[] = []
  let caller = await newCaller(server, secrets)
  const importing = (kind: keyof typeof CSV) =>
    caller.administrator.call('POST', `/imports?kind=${kind}&brand=${ada.brand.slug}`, {
      headers: { 'content-type': 'text/csv' },
      raw: CSV[kind],
    })
  await importing('dealers')
  await importing('territories')

  // Had anything failed before, it would have ended what was started.
  const complete = stack.move()
  let turn = 0
  return {
    server,
    secrets,
    known: {
      ...Object.fromEntries(
        ['/id', 'dealer_id', 'group_id', '?dealer', '?group'].map((name) => [
          name,
          fc.integer({ min: 1, max: RECORDS }),
        ]),
      ),
      ...Object.fromEntries(
        ['brand', '?brand', 'brands[]', 'slug'].map((name) => [name, fc.constantFrom(ada.brand.slug)]),
      ),
      'text/csv': fc.constantFrom(...Object.values(CSV)).map((text) => Buffer.from(text)),
      'permissions[]': fc.constantFrom('*', 'warranty:read', 'dealers:*', 'leads:write'),
      'event_types[]': fc.constantFrom('*', 'warranty.registered', 'lead.received'),
      'postal_codes[]': fc.constantFrom('33101', '331', 'K1A'),
      'origins[]': fc.constantFrom('https://www.example.com', 'http://localhost:3000'),
      '?postal_code': fc.constantFrom('33101', 'K1A 0B1'),
      '?bounds': fc.constantFrom('-100,20,-60,50', '170,-10,-170,10'),
      '?actor': fc.constantFrom('user:1', 'shell', 'system'),
      '?action': fc.constantFrom('dealer', 'warranty.registered'),
      '?subject': fc.constantFrom('dealer:1', 'warranty:2', 'territory:US 33101'),
      // It cannot be combined with a page, and is another one for each list.
      '?cursor': fc.constant(undefined),
      ...Object.fromEntries(
        ['?from', '?to', '?updated_since', 'from', 'to'].map((name) => [
          name,
          fc.constantFrom('2025-01-01T00:00:00Z', '2026-01-01T00:00:00+02:00'),
        ]),
      ),
      '?types': fc.constantFrom('warranty.registered,lead.received'),
      ...Object.fromEntries(
        ['country', '?country', 'country_code'].map((name) => [name, fc.constantFrom('US', 'CA', 'DE')]),
      ),
      email: fc.constantFrom('ada@example.com', '{{email}}'),
      '?email': fc.constantFrom('ada@example.com'),
      confirm: fc.constantFrom('ada@example.com'),
      url: fc.constantFrom(crm.url('/fine')),
      hin: fc.stringMatching(/^[A-Z0-9]{12}$/),
      current: fc.constantFrom('{{password}}'),
      password: fc.constantFrom('{{password}}', 'correct horse battery staple'),
      new: fc.constantFrom('correct horse battery staple'),
      registration_date: fc.constantFrom('2025-03-01', '2026-01-31'),
    },
    async tokens() {
      if (!(await works(server, caller))) caller = await newCaller(server, secrets)
      const { administrator, session, serviceToken } = caller
      // A person and a program in turn.
      const access = turn++ % 2 === 0 ? administrator.accessToken : serviceToken
      return { access, session, ...administrator.credentials }
    },
    [Symbol.asyncDispose]: () => complete.disposeAsync(),
  }
}

async function newCaller(server: TestServer, secrets: string[]): Promise<Caller> {
  const administrator = await makeAdministrator(server)
  const signedIn = await server.send('POST', '/admin/v1/session', { body: administrator.credentials })
  const session = /^transom_session=([^;]+)/.exec(signedIn.headers['set-cookie'] ?? '')![1]!
  const token = { name: `service ${secrets.length}`, kind: 'service', permissions: ['*'], all_brands: true }
  const made = await administrator.call('POST', '/tokens', { body: token })
  const serviceToken: string = made.body.data.token
  secrets.push(administrator.credentials.password, administrator.accessToken, session, serviceToken)
  return { administrator, session, serviceToken }
}

/** A request may sign the callers out, revoke the token, or change what they may do. */
async function works(server: TestServer, { administrator, session, serviceToken }: Caller): Promise<boolean> {
  const answers = await Promise.all([
    administrator.call('GET', '/system/settings'),
    server.send('GET', '/admin/v1/system/settings', { headers: { cookie: `transom_session=${session}` } }),
    server.send('GET', '/admin/v1/system/settings', { headers: { authorization: `Bearer ${serviceToken}` } }),
  ])
  return answers.every(({ status }) => status === 200)
}
