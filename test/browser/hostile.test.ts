import { expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { startCrm } from '../support/crm.ts'
import { makeIntegrator, newHin, WITH_REGISTRATION } from '../support/integrator.ts'
import { disposeAfterAll, startFileServer, type TestServer } from '../support/server.ts'
import { measureWidth } from './inspect.ts'
import { forEachPage, openVisitor } from './visitor.ts'

const ATTACK = `<img src=x onerror="window.pwned=1">'"><script>window.pwned=1</script>{{1}}\${1}`
/** Right to left, and an override that turns around everything after it. */
const BIDI = '\u202Eשלום \u2067مرحبا'

/** Returns a hostile text of this length. */
function hostile(length: number): string {
  return `${ATTACK} ${BIDI} `.padEnd(length, 'W').slice(0, length)
}

/** Fills every text that somebody outside can send, up to its longest. */
async function fillWithHostileTexts(server: TestServer): Promise<void> {
  const crm = disposeAfterAll(await startCrm())
  for (const path of ['/leads', '/warranties']) {
    crm.always(path, { status: 422, headers: { 'content-type': 'text/html' }, body: hostile(5_000) })
  }
  const address = {
    address: hostile(255),
    city: hostile(100),
    state: hostile(50),
    postal_code: '75067',
    country: 'USA',
  }
  const integrator = await makeIntegrator(server, {
    brand: {
      name: hostile(255),
      lead_webhook: { url: crm.url('/leads') },
      warranty_crm: { type: 'webhook', url: crm.url('/warranties') },
    },
    scopes: WITH_REGISTRATION,
    more: (slug) => ({
      dealer_groups: [{ name: hostile(255) }],
      dealers: [1, 2].map((number) => ({
        ...address,
        dealer_code: `${number}${hostile(40)}`,
        name: hostile(255),
        legal_name: hostile(255),
        phone: hostile(50),
        website: `javascript:window.pwned=1//${ATTACK}`,
        logo_url: `javascript:window.pwned=1//${ATTACK}`,
        primary_contact: hostile(255),
        brands: [slug],
      })),
      event_endpoints: [
        { url: `${crm.url('/events')}?${'W'.repeat(1_900)}`, description: hostile(500), brands: [slug] },
      ],
      api_tokens: [
        { name: slug, brands: [slug], scopes: WITH_REGISTRATION },
        { name: hostile(255), brands: [slug], scopes: WITH_REGISTRATION },
      ],
    }),
  })
  const person = {
    first_name: hostile(255),
    last_name: hostile(255),
    email: 'eve@example.com',
    zipcode: '75067',
    address: hostile(1_000),
    city: hostile(255),
  }
  const answers = [
    await integrator.register({
      model: hostile(255),
      order_number: hostile(255),
      warranty_notes: hostile(10_000),
      contact: person,
    }),
    await integrator.submitLead(
      {
        contact_category: hostile(255),
        contact: {
          contact_email: 'eve@example.com',
          contact_first_name: hostile(10_000),
          contact_last_name: hostile(255),
          contact_phone: hostile(255),
          contact_city: hostile(255),
          contact_zip_code: hostile(255),
          contact_source: hostile(255),
        },
        product: { product_name: hostile(255), product_year: hostile(255) },
        boat_build: { boat_build_url: 'javascript:window.pwned=1', boat_build_notes: hostile(10_000) },
        custom_fields: { [hostile(200)]: hostile(10_000), nested: { [ATTACK]: [ATTACK] } },
      },
      { 'user-agent': ATTACK },
    ),
    await integrator.submitRegistration({ hin: newHin(), model: hostile(255) }),
  ]
  expect(answers.map(({ status, text }) => (status < 300 || status === 422 ? 'taken' : text))).toEqual([
    'taken',
    'taken',
    'taken',
  ])
}

test('hostile texts are only texts, on every page', async () => {
  const server = await startFileServer({ env: { CONSOLE: 'true' } })
  await fillWithHostileTexts(server)
  const { credentials } = await makeAdministrator(server)
  const visitor = await openVisitor(server, { credentials })
  const problems: string[] = []
  let shown = 0
  await forEachPage(visitor, await visitor.navigation(), async () => {
    const { page, path } = visitor
    const found = await page.evaluate<string[]>(`[
      ...(window.pwned ? ['runs a script'] : []),
      ...[...document.querySelectorAll('img[src=x], main script')].map((one) => 'has ' + one.outerHTML),
      ...[...document.querySelectorAll('[href^="javascript:" i], [src^="javascript:" i]')].map((one) => 'links to ' + one.outerHTML),
    ]`)
    problems.push(...[...found, ...(await measureWidth(visitor))].map((problem) => `${path} ${problem}`))
    if ((await page.locator('body').innerText()).includes('<img src=x')) shown++
  })
  expect([...problems, ...visitor.complaints]).toEqual([])
  expect(shown).toBeGreaterThan(2)
})
