import { chromium } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { startWebsite } from '../../src/cli/demo/website.ts'
import { makeAdministrator } from '../support/administrator.ts'
import { OFFICE } from './chromium.ts'
import { openVisitor, type Visitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()
const admin = await makeAdministrator(server)

/** Signs in at the server's address in the office: its browsers get no encrypted page. */
async function signIn(role: string): Promise<Visitor> {
  const visitor = await openVisitor(server, { host: OFFICE })
  const { page } = visitor
  const { email, password } = credentialsOf(role)
  await visitor.open('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(await page.evaluate('isSecureContext')).toBe(false)
  return visitor
}

/** Complaints without what Chromium says about every page that came over plain HTTP. */
const complaintsOf = ({ complaints }: Visitor) =>
  complaints.filter(
    (one) => !one.includes('Cross-Origin-Opener-Policy') && !one.endsWith('/admin/v1/session'),
  )

/** Presses a button that copies, and returns what a field then gets by pasting. */
async function copied({ page }: Visitor, name: string): Promise<string> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByLabel('Jump to', { exact: true })
  await field.press('Control+v')
  const text = await field.inputValue()
  await page.keyboard.press('Escape')
  return text
}

test('over plain HTTP, the console’s forms store records and its buttons copy', async () => {
  const visitor = await signIn('administrator')
  const { page } = visitor
  await visitor.open('/dealers/new')
  await page.getByRole('main').getByLabel('Harbor Craft').check()
  await page.getByLabel('Code', { exact: true }).fill('OFFICE-1')
  await page.getByLabel('Name', { exact: true }).fill('Office Marine')
  await page.getByLabel('Postal code').fill('75067')
  await page.getByLabel('Country', { exact: true }).fill('US')
  await page.getByRole('button', { name: 'Create dealer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Office Marine' }).waitFor()
  expect(await copied(visitor, 'Copy: transom')).toMatch(/^transom dealers show /)
  expect(await copied(visitor, 'Copy: curl')).toContain(`http://${OFFICE}:`)

  await visitor.open('/tokens/new?kind=publishable')
  await page.getByLabel('Name').fill('office')
  await page.getByRole('main').getByLabel('Brand', { exact: true }).selectOption('harbor-craft')
  await page.getByLabel('Dealer locator').check()
  await page.getByLabel('Origins').fill('https://www.example.com')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('link', { name: 'Open it in a new tab' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  expect(complaintsOf(visitor)).toEqual([])
})

test('where a browser refuses to copy, the text is selected for the person', async () => {
  const visitor = await signIn('viewer')
  const { page } = visitor
  await visitor.open('/dealers/1')
  await page.evaluate('document.execCommand = () => false')
  await page.getByRole('button', { name: 'Copy: transom' }).click()
  await page.getByRole('status').filter({ hasText: 'The text is selected' }).waitFor()
  expect(await page.evaluate('getSelection().toString()')).toMatch(/^transom dealers show /)
})

test('the reference copies examples over plain HTTP', async () => {
  const visitor = await openVisitor(server, { host: OFFICE })
  const { page } = visitor
  await page.goto('/docs')
  const copy = page.getByRole('button', { name: 'Copy', exact: true }).first()
  await copy.click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  await page.getByRole('searchbox').first().focus()
  await page.keyboard.press('Control+v')
  expect(await page.getByRole('searchbox').first().inputValue()).toContain('curl')
})

test('a website over plain HTTP sends leads, with a solved challenge', async () => {
  const transom = server.url.replace('127.0.0.1', OFFICE)
  const website = await startWebsite(transom)
  afterAll(() => website.close())
  const origin = website.url.replace('localhost', OFFICE)
  const { body } = await admin.call('GET', '/tokens?kind=publishable')
  const { id } = body.data.find(({ name }: { name: string }) => name === 'website')
  expect((await admin.call('PATCH', `/tokens/${id}`, { body: { origins: [origin] } })).status).toBe(200)

  const browser = await chromium.connect(inject('chromium'))
  afterAll(() => browser.close())
  const page = await browser.newPage()
  await page.goto(`${origin}/contact`)
  await page.getByLabel('Email', { exact: true }).fill('office@example.com')
  await page.getByLabel('ZIP or postal code').fill('75067')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you').waitFor({ timeout: 60_000 })
  expect((await sent).headers()).toHaveProperty('x-transom-challenge')
  expect((await admin.call('GET', '/leads?q=office@example.com')).body.data).toHaveLength(1)

  // Nobody gets to know where the visitor is.
  await page.goto(`${origin}/`)
  await page.getByText('dealers found').waitFor()
  expect(await page.getByRole('button', { name: 'Near me' }).count()).toBe(0)
})
