import { expect, test } from 'vitest'
import { openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()

test('a clerk registers a warranty, transfers, corrects and voids it', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('service') })
  const { page } = visitor
  await visitor.open('/warranties')
  await page.getByRole('link', { name: 'Register warranty' }).click()
  await page.getByRole('main').getByLabel('Brand').selectOption('harbor-craft')
  await page.getByLabel('HIN').fill('HCX77901E626')
  await page.getByLabel('Model', { exact: true }).fill('Bay 23')
  await page.getByLabel('Model year').fill('2026')
  await page.getByLabel('First name').fill('Alma')
  await page.getByLabel('Last name').fill('Carrow')
  await page.getByLabel('Postal code').fill('75067')
  await page.getByRole('button', { name: 'Register warranty' }).click()
  // The server wants an e-mail address or a phone number, and says so at the field.
  await page.getByLabel('E-mail').and(page.locator('[aria-invalid]')).waitFor()
  await page.getByLabel('E-mail').fill('alma@example.com')
  await page.getByRole('button', { name: 'Register warranty' }).click()
  await page.getByRole('heading', { level: 1, name: 'HCX77901E626' }).waitFor()

  await page.getByRole('link', { name: 'Transfer' }).click()
  const transfer = page.getByRole('dialog')
  await transfer.getByLabel('First name').fill('Bruno')
  await transfer.getByLabel('Last name').fill('Dunmore')
  await transfer.getByLabel('E-mail').fill('bruno@example.com')
  await transfer.getByLabel('Postal code').fill('76102')
  await transfer.getByRole('button', { name: 'Transfer' }).click()
  await page.getByRole('status').filter({ hasText: 'belongs to Bruno Dunmore' }).waitFor()
  await page.getByRole('link', { name: 'Owners' }).click()
  await page.getByText('Alma Carrow').waitFor()
  expect(visitor.path).toMatch(/tab=owners/)

  await page.getByRole('link', { name: 'Correct' }).click()
  const correct = page.getByRole('dialog')
  await correct.getByLabel('Model code').fill('B23')
  await correct.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Void' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Void warranty' }).click()
  await page.getByText('Voided', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Details' }).click()
  await page.getByText('B23', { exact: true }).waitFor()
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
  await page.getByRole('link', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').click()
  const option = page.getByRole('listbox').getByRole('option').first()
  await option.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await page.getByRole('status').filter({ hasText: 'Lead assigned to' }).waitFor()
  await page.getByText('Somebody chose this dealer.').waitFor()
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
