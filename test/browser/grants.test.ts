import { expect, test } from 'vitest'
import { openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()

test('people are offered only what they hold, and get no more by other ways', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('brand_manager') })
  const { page } = visitor
  const held = (await (await page.request.get('/admin/v1/session')).json()).data.effective_permissions
  const labels = async (legend: string) => {
    const group = page.getByRole('group', { name: legend, exact: true })
    return (await group.locator('label').allTextContents()).map((label) => label.trim())
  }
  await visitor.open('/users?do=invite')
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Role').locator('option').allTextContents()).toEqual([
    'Brand manager',
    'Service',
    'Sales',
    'Viewer',
    'Single permissions',
  ])
  await dialog.locator('summary').click()
  expect((await labels('Permissions')).sort()).toEqual([...held].sort())
  expect(held).not.toContain('system:write')
  expect(await labels('Brands')).toEqual(['Harbor Craft'])
  expect(await dialog.getByLabel('All brands').count()).toBe(0)

  await visitor.open('/tokens/new?kind=service')
  expect((await labels('Permissions')).sort()).toEqual([...held].sort())
  expect(await labels('Brands')).toEqual(['Harbor Craft'])
  expect(await page.getByLabel('All, including later ones').count()).toBe(0)

  // The server is who decides.
  const headers = { 'sec-fetch-site': 'same-origin' }
  const invite = (data: object) => page.request.post('/admin/v1/users', { data, headers })
  const brands = ['harbor-craft']
  for (const access of [
    { role: 'administrator' },
    { role: 'viewer', all_brands: true },
    { role: 'viewer', brands: ['northwind-yachts'] },
    { permissions: ['system:write'], brands },
  ]) {
    const answer = await invite({ email: 'more@example.com', ...access })
    expect([access, answer.status()]).toEqual([
      access,
      expect.toSatisfy((status) => status >= 400 && status < 500),
    ])
  }
  expect((await invite({ email: 'enough@example.com', role: 'viewer', brands })).status()).toBe(201)
})

test('a user can’t change somebody who has more', async () => {
  const admin = await openVisitor(server, { credentials: credentialsOf('administrator') })
  const data = { email: 'operator@example.com', permissions: ['system:write'], brands: ['harbor-craft'] }
  const headers = { 'sec-fetch-site': 'same-origin' }
  const made = await admin.page.request.post('/admin/v1/users', { data, headers })
  const { id } = (await made.json()).data
  const visitor = await openVisitor(server, { credentials: credentialsOf('brand_manager') })
  await visitor.open(`/users/${id}?do=edit`)
  await visitor.page.getByText('This user has more permissions or brands than you.').waitFor()
  expect(await visitor.page.getByRole('dialog').count()).toBe(0)
  expect(await visitor.page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
  const refused = await visitor.page.request.patch(`/admin/v1/users/${id}`, {
    data: { email: 'mine@example.com' },
    headers,
  })
  expect(refused.status()).toBe(403)
})
