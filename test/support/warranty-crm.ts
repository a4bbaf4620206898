import { expect } from 'vitest'
import { type Crm, type CrmRequest, startCrm } from './crm.ts'
import { expectData } from './envelope.ts'
import { Integrator, newHin } from './integrator.ts'
import { disposeAfterAll, type TestServer } from './server.ts'

interface WebhookBrand {
  integrator: Integrator
  /** The path of the brand's webhook at the pretend CRM. */
  path: string
}

/** Starts a CRM for all tests of a file, and makes brands with a webhook at it. Each test takes one with `withWebhook`. */
export async function startWebhookCrm(server: TestServer, count: number) {
  const crm = disposeAfterAll(await startCrm())
  const brands = await makeWebhookBrands(server, crm, count)
  return { crm, withWebhook: () => brands.pop()! }
}

/** Creates brands with a webhook each, and one user for all of them. */
async function makeWebhookBrands(server: TestServer, crm: Crm, count: number): Promise<WebhookBrand[]> {
  const slugs = Array.from({ length: count }, () => newHin().toLowerCase())
  const credentials = { email: `${newHin()}@example.com`, password: `password-${newHin()}` }
  const applied = await server.apply({
    brands: slugs.map((slug) => ({ slug, name: `Brand ${slug}`, warranty_crm: webhookAt(crm, `/${slug}`) })),
    api_users: [{ ...credentials, brands: slugs, permissions: ['warranty:*'] }],
  })
  return Promise.all(
    applied.brands.map(async (brand) => {
      const integrator = new Integrator(server, brand, credentials, '')
      await integrator.logIn()
      return { integrator, path: `/${brand.slug}` }
    }),
  )
}

/** Returns a brand's `warranty_crm`: a webhook at the pretend CRM. */
export function webhookAt(crm: Crm, path: string, options: { secret?: string } = {}) {
  return { type: 'webhook', url: crm.url(path), ...options }
}

/** Registers a warranty and returns its HIN. */
export async function register(integrator: Integrator, fields: object = {}): Promise<string> {
  return expectData(await integrator.register(fields), 201).hin
}

/** Returns a warranty's full record. */
export async function recordOf(integrator: Integrator, hin: string) {
  return expectData(await integrator.call('GET', `/warranty/${hin}`))
}

/** Returns the warranty's `crm_sync`. */
export async function syncOf(integrator: Integrator, hin: string) {
  return (await recordOf(integrator, hin)).crm_sync
}

/** Waits until the warranty's `crm_sync` matches, and returns it. */
export async function untilSync(integrator: Integrator, hin: string, expected: object) {
  const now = () => syncOf(integrator, hin)
  await expect.poll(now, { timeout: 60_000, interval: 20 }).toMatchObject(expected)
  return now()
}

/** Calls retry-sync and returns its data. */
export async function retrySync(integrator: Integrator, hin: string) {
  return expectData(await integrator.call('POST', `/warranty/${hin}/retry-sync`))
}

/** Returns the JSON of a message to the CRM. */
export function eventOf({ raw }: CrmRequest) {
  return JSON.parse(raw.toString())
}
