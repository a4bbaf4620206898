import { randomBytes } from 'node:crypto'
import type { Administrator } from '../../support/administrator.ts'
import { type Integrator, makeIntegrator, WITH_REGISTRATION } from '../../support/integrator.ts'
import type { TestServer } from '../../support/server.ts'
import type { RecordKind } from './operations.test-support.ts'

/** A brand and one record of each kind in it. */
export interface Records {
  slug: string
  idOf(kind: RecordKind): Promise<number>
}

/** Makes a brand. Its records are made when a test first asks for them. */
export async function makeRecords(server: TestServer, administrator: Administrator): Promise<Records> {
  // Nothing listens there: deliveries stay pending.
  const integrator = await makeIntegrator(server, {
    brand: { lead_webhook: { url: 'http://127.0.0.1:1/' } },
    scopes: WITH_REGISTRATION,
  })
  const { slug } = integrator.brand
  const made = new Map<RecordKind, Promise<number>>()
  return {
    slug,
    idOf(kind) {
      // An operation deletes endpoints: each test has its own.
      const known = kind === 'endpoint' ? undefined : made.get(kind)
      const id = known ?? MAKERS[kind]({ integrator, administrator, slug })
      made.set(kind, id)
      return id
    },
  }
}

interface Tools {
  integrator: Integrator
  administrator: Administrator
  slug: string
}

const unique = () => `n${randomBytes(6).toString('hex')}`

const MAKERS: Record<RecordKind, (tools: Tools) => Promise<number>> = {
  brand: async ({ integrator }) => integrator.brand.id,
  user: (tools) => create(tools, '/users', { email: `${unique()}@example.com`, permissions: [] }),
  token: (tools) => create(tools, '/tokens', { name: unique() }),
  dealer: (tools) => create(tools, '/dealers', { name: unique(), country: 'US' }),
  async group({ administrator }) {
    const created = await administrator.call('POST', '/dealer-groups', { body: { name: unique() } })
    return created.body.data.id
  },
  async warranty(tools) {
    await tools.integrator.register()
    return firstOf(tools, '/warranties')
  },
  async lead(tools) {
    await tools.integrator.submitLead()
    return firstOf(tools, '/leads')
  },
  async registration(tools) {
    const sent = await tools.integrator.submitRegistration()
    return sent.body.registration_id
  },
  async delivery(tools) {
    await tools.integrator.submitLead()
    return firstOf(tools, '/deliveries')
  },
  // The port of nobody: the test of the endpoint fails quickly.
  endpoint: (tools) => create(tools, '/event-endpoints', { url: 'http://127.0.0.1:1/' }),
  async event(tools) {
    await create(tools, '/dealers', { name: unique(), country: 'US' })
    return firstOf(tools, '/events')
  },
  async import({ administrator, slug }) {
    const headers = { 'content-type': 'text/csv' }
    const raw = 'dealer_code,name,country\n'
    const created = await administrator.call('POST', `/imports?kind=dealers&brand=${slug}`, { headers, raw })
    const { id } = created.body.data
    // It ends when the file is checked.
    await administrator.call('GET', `/imports/${id}/events`)
    return id
  },
}

async function create({ administrator, slug }: Tools, path: string, fields: object): Promise<number> {
  const created = await administrator.call('POST', path, { body: { brands: [slug], ...fields } })
  if (created.status !== 201) throw new Error(`POST ${path}: ${created.text}`)
  return created.body.data.id
}

async function firstOf({ administrator, slug }: Tools, path: string): Promise<number> {
  const listed = await administrator.call('GET', `${path}?brand=${slug}&limit=1`)
  const [record] = listed.body.data
  if (!record) throw new Error(`GET ${path} has none: ${listed.text}`)
  return record.id
}
