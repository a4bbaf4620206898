import { test } from 'vitest'
import { openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()

test('pasted postal codes and a prefix are assigned, and are on the map with their dealer', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('administrator') })
  const { page } = visitor
  await visitor.open('/territories?view=map')
  await page.getByText('Choose a brand above the navigation').waitFor()
  await visitor.open('/territories?view=map&brand=harbor-craft')
  await page.getByRole('link', { name: 'Assign postal codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Postal codes').fill('59001, 7506, abcde')
  await dialog.getByRole('combobox').last().click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Assign postal codes' }).click()
  await dialog.getByText(/"7506" must be .*"ABCDE" must be /).waitFor()
  await dialog.getByLabel('Postal codes').fill('59001, 59001\n590')
  await dialog.getByRole('button', { name: 'Assign postal codes' }).click()
  await page.getByRole('status').filter({ hasText: '2 postal codes assigned to' }).waitFor()
  await page.getByLabel('Postal code begins with').fill('59001')
  await page.getByLabel('Postal code begins with').press('Enter')
  await page.getByText('1 postal code of 1 dealer').waitFor()
  await visitor.settle()
  // The map is around the only one.
  await page.locator('.map').click()
  await page.getByRole('status').filter({ hasText: '59001 (US):' }).getByRole('link').click()
  await page.getByText('Postal codes', { exact: true }).or(page.getByText('Territories')).first().waitFor()
})
