import { expect, test } from 'vitest'
import { startCrm } from '../support/crm.ts'
import { disposeAfterAll } from '../support/server.ts'
import { openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()
const receiver = disposeAfterAll(await startCrm())

test('an endpoint’s secret is shown once, and an event is sent to it again', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('brand_manager') })
  const { page } = visitor
  const dialog = page.getByRole('dialog')
  const address = receiver.url('/events')
  await visitor.open('/events')
  await page.getByRole('link', { name: 'Create endpoint' }).click()
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByLabel('Description').fill('Data warehouse')
  await dialog.getByRole('button', { name: 'Create endpoint' }).click()
  const secret = dialog.getByText(/^whsec_/)
  const text = await secret.textContent()
  await page.keyboard.press('Escape')
  await secret.waitFor()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: address }).click()
  await page.getByRole('heading', { level: 1, name: 'Data warehouse' }).waitFor()
  await page.reload()
  await visitor.settle()
  expect(await page.content()).not.toContain(text)
  expect(visitor.answers.filter((answer) => answer.text.includes(text!))).toHaveLength(1)

  await visitor.open('/events/feed')
  await page.locator('tbody .row-link').first().click()
  await page.getByRole('link', { name: 'Send again' }).click()
  await dialog.getByLabel('Endpoint').selectOption({ label: `Data warehouse (${address})` })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('status').filter({ hasText: '1 event is on its way' }).waitFor()
  const event = /\d+$/.exec(new URL(page.url()).pathname)![0]
  const [message] = await receiver.received('/events')
  expect(JSON.parse(message!.raw.toString())).toMatchObject({ id: Number(event) })
  expect(message!.headers).toHaveProperty('webhook-signature')
  await visitor.open('/events')
  await page.getByRole('link', { name: address }).click()
  const deliveries = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr')
  await deliveries.first().waitFor()
  expect(await deliveries.count()).toBe(1)
  expect(visitor.complaints).toEqual([])
})

test('a test of a brand’s webhook shows what the receiver answered', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('administrator') })
  const { page } = visitor
  const dialog = page.getByRole('dialog')
  const change = { lead_webhook: { url: receiver.url('/leads') } }
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await page.request.patch('/admin/v1/brands/1', { data: change, headers })).status()).toBe(200)
  await visitor.open('/brands/1')
  await page
    .locator('section', { hasText: 'Lead webhook' })
    .getByRole('link', { name: 'Send a test' })
    .click()
  receiver.next('/leads', { status: 418, body: 'No tea here' })
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await dialog.getByText('418', { exact: true }).waitFor()
  await dialog.getByText('No tea here').waitFor()
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await dialog.getByText('The test arrived').waitFor()
  expect(receiver.at('/leads')).toHaveLength(2)

  await visitor.open('/brands/1?do=test&target=mail')
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await dialog.getByText('No mail server is configured').first().waitFor()
})
