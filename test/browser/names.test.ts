import { expect, test } from 'vitest'
import { API_TOKEN } from '../../src/cli/demo/world.ts'
import { makeAdministrator } from '../support/administrator.ts'
import { openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()
const admin = await makeAdministrator(server)
expect((await admin.call('PATCH', '/brands/3', { body: { sandbox: true } })).status).toBe(200)
const visitor = await openVisitor(server, { credentials: credentialsOf('administrator') })
const { page } = visitor
const NAMES = ['Blue Heron Boats (sandbox)', 'Harbor Craft', 'Northwind Yachts']

test.each([
  '/warranties/new',
  '/dealers/locate',
  '/tokens/new?kind=publishable',
  '/imports/new',
  '/territories?do=assign',
])('the brands that %s offers have names, and sandboxes are marked', async (path) => {
  await visitor.open(path)
  const within = page.getByRole('dialog').or(page.getByRole('main')).last()
  const options = within.getByLabel('Brand', { exact: true }).locator('option')
  expect((await options.allTextContents()).filter(Boolean).sort()).toEqual(NAMES)
})

test.each(['/dealers/new', '/users?do=invite', '/events?do=create', '/tokens/new?kind=service'])(
  'the brands to check at %s have names, and sandboxes are marked',
  async (path) => {
    await visitor.open(path)
    for (const name of NAMES) await page.getByRole('checkbox', { name, exact: true }).waitFor()
  },
)

test('lists name brands and people as people do', async () => {
  const upload = await admin.call('POST', '/imports?kind=dealers&brand=harbor-craft', {
    headers: { 'content-type': 'text/csv' },
    raw: 'dealer_code,name,country\nN-1,Named Marine,US\n',
  })
  expect(upload.status).toBe(202)
  await visitor.open('/imports')
  await page.getByRole('row').filter({ hasText: admin.credentials.email }).waitFor()
  for (const list of ['/users', '/events']) {
    await visitor.open(list)
    await page.getByRole('cell', { name: 'Harbor Craft' }).first().waitFor()
    expect(await page.locator('tbody').innerText()).not.toContain('harbor-craft')
  }
})

test('the page of a lead without a postal code says why it has no map', async () => {
  const answer = await server.send('POST', '/lead-submission', {
    headers: { 'x-api-token': API_TOKEN },
    body: {
      brand: 'harbor-craft',
      contact_category: 'request_quote',
      contact: {
        contact_first_name: 'Nora',
        contact_last_name: 'Nowhere',
        contact_email: 'nora@example.com',
      },
    },
  })
  expect(answer.status, answer.text).toBeLessThan(300)
  const { body } = await admin.call('GET', '/leads?q=nora@example.com')
  await visitor.open(`/leads/${body.data[0].id}`)
  await page.getByText('The lead has no postal code with a country').waitFor()
  expect(await page.locator('.map').count()).toBe(0)
})
