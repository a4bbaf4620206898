import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()
/** The header with which the browser says that a request comes from the console. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

test('a clerk registers a warranty, transfers, corrects and voids it', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('service') })
  const { page } = visitor
  await visitor.open('/warranties')
  await page.getByRole('link', { name: 'Register warranty' }).click()
  // A page that is a form starts at the first field to fill in, a record at its heading.
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('brand')
  await page.getByRole('main').getByLabel('Brand').selectOption('harbor-craft')
  await page.getByLabel('HIN').fill('HCX77901E626')
  await page.getByLabel('Model', { exact: true }).fill('Bay 23')
  await page.getByLabel('Model year').fill('2026')
  await page.getByLabel('First name').fill('Alma')
  await page.getByLabel('Last name').fill('Carrow')
  await page.getByLabel('Postal code').fill('75067')
  await page.getByRole('button', { name: 'Register warranty' }).click()
  // The server wants an e-mail address or a phone number, and says so at the field.
  await page.getByLabel('Email').and(page.locator('[aria-invalid]')).waitFor()
  await page.getByLabel('Email').fill('alma@example.com')
  await page.getByRole('button', { name: 'Register warranty' }).click()
  await page.getByRole('heading', { level: 1, name: 'HCX77901E626' }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('HCX77901E626')

  await page.getByRole('link', { name: 'Edit contact' }).click()
  const contact = page.getByRole('dialog')
  await contact.getByLabel('City').fill('Lewisville')
  await contact.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Lewisville, 75067, US').waitFor()

  await page.getByRole('link', { name: 'Transfer' }).click()
  const transfer = page.getByRole('dialog')
  await transfer.getByLabel('First name').fill('Bruno')
  await transfer.getByLabel('Last name').fill('Dunmore')
  await transfer.getByLabel('Email').fill('bruno@example.com')
  await transfer.getByLabel('Postal code').fill('76102')
  await transfer.getByRole('button', { name: 'Transfer' }).click()
  await page.getByRole('status').filter({ hasText: 'belongs to Bruno Dunmore' }).waitFor()
  await page.getByRole('link', { name: 'Owners' }).click()
  await page.getByText('Alma Carrow', { exact: true }).first().waitFor()
  expect(visitor.path).toMatch(/tab=owners/)
  await page.getByRole('link', { name: 'Correct dates Alma Carrow' }).click()
  const dates = page.getByRole('dialog')
  await dates.getByLabel('Registered').fill('2025-01-15')
  await dates.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'Alma Carrow' }).getByText('Jan 15, 2025').waitFor()

  await page.getByRole('link', { name: 'Correct', exact: true }).click()
  const correct = page.getByRole('dialog')
  await correct.getByLabel('Model code').fill('B23')
  // Somebody else is faster: nothing of theirs is overwritten.
  const id = /\d+/.exec(visitor.path)![0]
  const change = { data: { warranty_notes: 'Seen at the boat show' }, headers: OWN_PAGE }
  expect((await page.request.patch(`/admin/v1/warranties/${id}`, change)).status()).toBe(200)
  await correct.getByRole('button', { name: 'Save' }).click()
  await correct
    .getByRole('alert')
    .filter({ hasText: 'Somebody changed this record in the meantime' })
    .waitFor()
  await page.reload()
  await correct.getByLabel('Model code').fill('B23')
  await correct.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Void' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Void warranty' }).click()
  await page.getByText('Voided', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Details' }).click()
  await page.getByText('B23', { exact: true }).waitFor()
  await page.getByText('Seen at the boat show').waitFor()
})

test('a coordinator finds a lead by the palette, assigns it and adds a note', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('sales') })
  const { page } = visitor
  await visitor.open('/leads?state=received')
  const prospect = (await page.locator('.row-link').first().textContent())!.trim()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Jump to', { exact: true }).fill(prospect)
  await page.getByRole('menuitem', { name: prospect }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: prospect }).waitFor()

  await page.getByLabel('Note').fill('Call on Monday')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Call on Monday').and(page.locator('p')).waitFor()
  const dialog = page.getByRole('dialog')
  // One of the nearest is chosen in the table, and needs an Enter alone.
  const nearest = page.getByRole('link', { name: /^Choose / })
  const name = (await nearest.nth(1).getAttribute('aria-label'))!.slice('Choose '.length)
  await nearest.nth(1).click()
  await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe(name)
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .filter({ hasText: `Lead assigned to ${name}` })
    .waitFor()
  await page.getByRole('link', { name: 'Assign' }).click()
  await dialog.getByRole('combobox').click()
  const option = page.getByRole('listbox').getByRole('option').first()
  await option.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Somebody chose this dealer.').waitFor()
  await expect.poll(() => page.locator('h1 + .badge').textContent()).not.toBe('Received')

  // The map and the table show the same dealers.
  const map = page.getByRole('region', { name: 'Map of the prospect' })
  const table = page.getByRole('table', { name: 'Dealers that the locator lists now' })
  await table.waitFor()
  const listed = await table.locator('.row-link').allTextContents()
  expect(listed.length).toBeGreaterThan(1)
  await map.getByRole('button', { name: `1. ${listed[0]}` }).waitFor()
  expect(await map.getByRole('button', { name: /^\d+\. / }).count()).toBe(listed.length)
  await map.locator('.map-chosen').waitFor()

  await page.getByRole('link', { name: 'Send to dealer again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('status').filter({ hasText: 'The lead is on its way' }).waitFor()
  await visitor.open('/leads')
  const file = await page.getByRole('link', { name: 'Export all as CSV' }).getAttribute('href')
  expect(await (await page.request.get(file!)).text()).toContain(prospect.split(' ')[0])
})

test('keys that somebody presses right after Ctrl-K are not lost', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('brand_manager') })
  const { page } = visitor
  await visitor.open('/leads')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('territ', { delay: 40 })
  await page.getByRole('menuitem', { name: 'Territories', exact: true }).waitFor()
  expect(await page.getByLabel('Jump to', { exact: true }).inputValue()).toBe('territ')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Territories' }).waitFor()
})

test('a clerk rejects a registration with a reason', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('service') })
  const { page } = visitor
  await visitor.open('/registrations?state=received')
  await page.locator('.row-link').first().click()
  await page.getByRole('link', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The HIN belongs to another boat.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Rejected', { exact: true }).first().waitFor()
  expect(await page.getByRole('link', { name: 'Accept' }).count()).toBe(0)
})

test('somebody ends one of their own sessions, and then all others', async () => {
  const credentials = credentialsOf('viewer')
  const signIn = () => server.send('POST', '/admin/v1/session', { body: credentials })
  for (let i = 0; i < 3; i++) expect((await signIn()).status).toBe(200)
  const visitor = await openVisitor(server, { credentials })
  const { page } = visitor
  await visitor.open('/account')
  const rows = page.getByRole('table', { name: 'Open sessions' }).locator('tbody tr')
  await rows.first().getByText('This session').waitFor()
  expect(await rows.count()).toBe(4)
  await rows.nth(1).getByRole('link', { name: 'End' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await rows.nth(3).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'End all others' }).click()
  await page.getByText('This ends 2 sessions in browsers and programs.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await rows.nth(1).waitFor({ state: 'detached' })
  expect([await rows.count(), await inspect(visitor)]).toEqual([1, []])
})

test('an error of a group of checkboxes is shown at the group, which gets the focus', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('brand_manager') })
  const { page } = visitor
  await visitor.open('/users?do=invite')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('new@example.com')
  await dialog.getByLabel('Role').selectOption('sales')
  const brands = dialog.getByRole('group', { name: 'Brands' })
  await brands.getByLabel('Harbor Craft').uncheck()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await brands.getByText(/brand/i).nth(1).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('checkbox')
  expect(await inspect(visitor)).toEqual([])
})

test('a record that can’t be shown has a page that says why, and what to do', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('viewer') })
  const { page } = visitor
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  await visitor.open('/leads/999999')
  await heading('Not found')
  expect(await inspect(visitor)).toEqual([])
  await page.getByRole('link', { name: 'Go to Leads' }).click()
  await heading('Leads')
  await visitor.open('/users/1')
  await heading('You may not open this page')
  await page.getByText('access:read').waitFor()
  for (const [path, permission] of [
    ['/dealers/new', 'dealers:write'],
    ['/imports/new', 'dealers:write or warranty:create'],
    ['/tokens/new', 'access:write'],
    ['/warranties/new', 'warranty:create'],
  ] as const) {
    await visitor.open(path)
    await heading('You may not open this page')
    await page.getByText(`You lack the permission ${permission}.`).waitFor()
  }

  const record = '**/admin/v1/leads/1'
  const body = JSON.stringify({ error: { code: 'INTERNAL_ERROR', message: 'Something failed.' } })
  await page.route(record, (route) =>
    route.fulfill({ status: 500, body, headers: { 'x-request-id': 'quote-me' } }),
  )
  await visitor.open('/leads/1')
  await heading('Something went wrong')
  await page.getByText('quote-me').waitFor()
  await page.unroute(record)
  await page.route(record, (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading('The server can’t be reached')
  await page.unroute(record)
  // The page comes back by itself.
  await page.getByRole('link', { name: 'Deliveries' }).first().waitFor()
  await page.getByRole('heading', { level: 2, name: 'Consent record' }).waitFor()
})

test('an administrator edits a user and a token, makes a key, invites somebody and replays events', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('administrator') })
  const { page } = visitor
  const dialog = page.getByRole('dialog')
  await visitor.open('/users/3?do=edit')
  await dialog.locator('summary').click()
  await dialog.getByLabel('people:erase').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('with other permissions').waitFor()

  await visitor.open('/tokens/2?do=edit')
  await dialog.getByLabel('Name').fill('website two')
  await dialog.getByLabel('Origins').fill('http://localhost:*\nhttps://www.example.com')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'website two' }).waitFor()
  await page.getByText('https://www.example.com').first().waitFor()

  await visitor.open('/tokens/new?kind=publishable')
  await page.getByLabel('Name').fill('pages')
  await page.getByRole('main').getByLabel('Brand', { exact: true }).selectOption('harbor-craft')
  await page.getByLabel('Dealer locator').check()
  await page.getByLabel('Origins').fill('https://www.example.com')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText(/^pk_/).waitFor()
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('heading', { level: 1, name: 'pages' }).waitFor()
  expect(await page.getByText(/^pk_/).count()).toBe(0)

  await visitor.open('/users?do=invite')
  await dialog.getByLabel('Email').fill('zed@example.com')
  await dialog.getByLabel('Role').selectOption('sales')
  await dialog.getByLabel('Harbor Craft').check()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText('Link for zed@example.com').waitFor()

  await visitor.open('/events/1?do=replay')
  await dialog.getByLabel('From').fill('2020-01-01T00:00')
  await dialog.getByRole('button', { name: 'Count events' }).click()
  await dialog.getByText('match. Send them again?').waitFor()
  await dialog.getByRole('button', { name: /^Send \d+ events$/ }).click()
  await dialog.waitFor({ state: 'detached' })
})
