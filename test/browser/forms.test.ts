import { expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { warrantyBody } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'
import { inspect } from './inspect.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const server = await startFileServer({ env: { CONSOLE: 'true' } })
await server.apply({ brands: [{ slug: 'harbor-craft', name: 'Harbor Craft' }] })
const { credentials } = await makeAdministrator(server)
/** The header with which the browser says that a request comes from the console. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

/** Registers a warranty. Returns a visitor, and the path of its page. */
async function visitWarranty(): Promise<{ visitor: Visitor; id: number; path: string }> {
  const visitor = await openVisitor(server, { credentials })
  const data = warrantyBody(0, { brand_id: undefined, brand: 'harbor-craft' })
  const answer = await visitor.page.request.post('/admin/v1/warranties', { data, headers: OWN_PAGE })
  const { id } = (await answer.json()).data
  return { visitor, id, path: `/warranties/${id}` }
}

test('what others changed meanwhile and what was typed are both saved', async () => {
  const { visitor, id, path } = await visitWarranty()
  const { page } = visitor
  await visitor.open(`${path}?do=contact`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('City').fill('Lewisville')
  const data = { contact: { address: '1 Harbor Road' } }
  await page.request.patch(`/admin/v1/warranties/${id}`, { data, headers: OWN_PAGE })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog
    .getByRole('alert')
    .filter({ hasText: 'Somebody changed this record in the meantime' })
    .waitFor()
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('1 Harbor Road')
  expect(await dialog.getByLabel('City').inputValue()).toBe('Lewisville')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('1 Harbor Road, Lewisville').waitFor()
})

test('when the session ends, what was typed stays, and is saved after signing in elsewhere', async () => {
  const { visitor, path } = await visitWarranty()
  const { page } = visitor
  await visitor.open(`${path}?do=contact`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('City').fill('Lewisville')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'You were signed out' }).waitFor()
  expect(await inspect(visitor)).toEqual([])
  const elsewhere = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: 'Sign in in another tab' }).click()
  const other = await elsewhere
  await other.getByLabel('Email').fill(credentials.email)
  await other.getByLabel('Password').fill(credentials.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await other.close()
  expect(await dialog.getByLabel('City').inputValue()).toBe('Lewisville')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Lewisville').first().waitFor()
})

test('nothing typed is lost by a click beside a dialog, by Back or by another page, without a question', async () => {
  const { visitor, path } = await visitWarranty()
  const { page } = visitor
  await visitor.open(path)
  await page.getByRole('link', { name: 'Edit contact' }).click()
  const city = page.getByRole('dialog').getByLabel('City')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const focused = () => page.evaluate('document.activeElement.name')
  await page.mouse.click(5, 5)
  await city.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Edit contact' }).click()
  await city.fill('Lewisville')
  await page.mouse.click(5, 5)
  await expect.poll(focused).toBe('contact.city')
  await page.goBack()
  await question.waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await city.inputValue()).toBe('Lewisville')
  await expect.poll(focused).toBe('contact.city')
  await page.keyboard.press('Escape')
  await city.waitFor({ state: 'detached' })

  await visitor.open('/warranties/new')
  await page.getByLabel('HIN').fill('HCX')
  await page.getByRole('navigation').getByRole('link', { name: 'Leads' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Leads' }).waitFor()
  expect(visitor.complaints).toEqual([])
})

test('the way back leads to the list as it was left, and Back to no dialog that was closed', async () => {
  const { visitor, path } = await visitWarranty()
  const { page } = visitor
  await visitor.open('/warranties?q=riv&status=active')
  await page.locator('.row-link').first().click()
  await page.getByRole('link', { name: 'Void' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goBack()
  await visitor.settle()
  expect([visitor.path, await page.getByRole('dialog').count()]).toEqual([`/console${path}`, 0])
  await page.getByRole('main').getByRole('link', { name: 'Warranties' }).click()
  await page.getByRole('heading', { level: 1, name: 'Warranties' }).waitFor()
  expect(visitor.path).toBe('/console/warranties?q=riv&status=active')
})

test('a HIN is registered as its plate shows it', async () => {
  const visitor = await openVisitor(server, { credentials })
  const { page } = visitor
  await visitor.open('/warranties/new')
  const values = {
    HIN: 'us-hcx 77903-e626',
    'Model year': '2026',
    'First name': 'Alma',
    'Last name': 'Carrow',
    Phone: '830 555 0136',
    'Postal code': '75067',
  }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  await page.getByLabel('Model', { exact: true }).fill('Bay 23')
  await page.getByRole('button', { name: 'Register warranty' }).click()
  await page.getByRole('heading', { level: 1, name: 'HCX77903E626' }).waitFor()
})

test('who lacks a permission is told so before filling in a form', async () => {
  const { credentials } = await makeAdministrator(server, { role: 'viewer', brands: ['harbor-craft'] })
  const visitor = await openVisitor(server, { credentials })
  for (const [path, needed] of [
    ['/warranties/new', 'warranty:create'],
    ['/users', 'access:read'],
  ]) {
    await visitor.open(path!)
    await visitor.page.getByRole('heading', { level: 1, name: 'You may not open this page' }).waitFor()
    await visitor.page.getByText(needed!).waitFor()
  }
  expect(await inspect(visitor)).toEqual([])
})

test('a wrong password or code is said at its field', async () => {
  const visitor = await openVisitor(server, { credentials })
  const { page } = visitor
  await visitor.open('/account?do=set-up')
  const dialog = page.getByRole('dialog')
  const code = dialog.getByLabel('Code from the app')
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('code')
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText('This code is wrong.').waitFor()
  await page.keyboard.press('Escape')
  const current = page.getByLabel('Current password')
  await current.fill('another one')
  await page.getByLabel('New password').fill('a phrase of my own')
  await page.getByRole('button', { name: 'Change password' }).click()
  await current.and(page.locator('[aria-invalid]')).waitFor()
  await page.getByText('This password is wrong.').waitFor()
})

test('a day is typed by keyboard, and means the day where the person is', async () => {
  const visitor = await openVisitor(server, { credentials })
  const { page } = visitor
  await visitor.open('/audit')
  for (const name of ['From', 'To']) {
    await page.getByLabel(name).focus()
    await page.keyboard.type('06012026')
  }
  await expect.poll(() => visitor.path).toBe('/console/audit?from=2026-06-01&to=2026-06-01')
  await visitor.settle()
  const asked = visitor.answers.at(-1)!.url
  expect(new URL(asked, server.url).search).toBe(
    `?${new URLSearchParams({ from: '2026-06-01T05:00:00.000Z', to: '2026-06-02T05:00:00.000Z' })}`,
  )
})
