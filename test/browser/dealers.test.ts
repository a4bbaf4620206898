import { expect, test } from 'vitest'
import { openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()

test('the table and the map show the same dealers, and say how many', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('administrator') })
  const { page } = visitor
  const count = async (query: string) => {
    const answer = await page.request.get(`/admin/v1/dealers?limit=1${query}`)
    return (await answer.json()).meta.pagination.total as number
  }
  const onMap = (placed: number, all: number) => {
    const said =
      placed === all ? `^${all} dealers? on the map` : `^${placed} of ${all} matching dealers are on the map`
    return page
      .getByRole('status')
      .filter({ hasText: new RegExp(said) })
      .waitFor()
  }
  await visitor.open('/dealers')
  await page.getByText(new RegExp(`of ${await count('')}$`)).waitFor()
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await onMap(await count('&without_point=false'), await count(''))
  await page.locator('.map-mark').first().waitFor()
  await page
    .getByRole('button', { name: /^\d+ dealers/ })
    .first()
    .waitFor()

  await page.getByLabel('State or province').fill('fl')
  await page.getByLabel('State or province').press('Enter')
  const inFlorida = await count('&state=FL')
  expect(inFlorida).toBeGreaterThan(3)
  await onMap(await count('&state=FL&without_point=false'), inFlorida)
  await page.getByRole('combobox', { name: 'Group' }).fill('gull')
  await page.getByRole('option', { name: /Gull & Tern/ }).click()
  await expect.poll(() => visitor.path).toMatch(/state=fl&group=\d+/)
  const [, group] = /group=(\d+)/.exec(visitor.path)!
  const both = `&state=FL&group=id:${group}`
  await onMap(await count(`${both}&without_point=false`), await count(both))
  await page.getByRole('link', { name: 'Table' }).click()
  await page.getByText(new RegExp(`of ${await count(both)}$`)).waitFor()
  expect(await page.getByRole('combobox', { name: 'Group' }).inputValue()).toMatch(/^Gull & Tern/)

  await page.getByRole('link', { name: 'Clear filters' }).click()
  await page.getByLabel('Data quality').selectOption('Without a location')
  await expect.poll(() => visitor.path).toMatch(/\?without_point=true$/)
  await page.getByText('No dealer matches these filters').waitFor()
  const { data } = await (await page.request.get('/admin/v1/dealers?state=FL&limit=1')).json()
  const moved = await page.request.patch(`/admin/v1/dealers/${data[0].id}`, {
    data: { latitude: 47.6, longitude: -122.3 },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(moved.status()).toBe(200)
  await page.getByLabel('Data quality').selectOption('Far from its postal code')
  await expect.poll(() => visitor.path).toMatch(/\?far_from_postal_code=true$/)
  await page.getByRole('link', { name: data[0].name }).waitFor()
  await page.getByText('1–1 of 1').waitFor()
  expect(visitor.complaints).toEqual([])
})

test('the part of the map that somebody moves to stays after a reload and on the way back', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('administrator') })
  const { page } = visitor
  await visitor.open('/dealers?view=map')
  const mark = page.locator('.map-mark').first()
  await mark.waitFor()
  expect(visitor.path).toBe('/console/dealers?view=map')
  await page.locator('.map').focus()
  for (const key of ['+', 'ArrowLeft']) {
    const before = visitor.path
    await page.keyboard.press(key)
    await expect.poll(() => visitor.path).not.toBe(before)
  }
  expect(visitor.path).toMatch(/\?view=map&at=-?[\d.]+%2C-?[\d.]+%2C\d+$/)
  const { path } = visitor
  await page.reload()
  await mark.waitFor()
  await page.getByRole('link', { name: 'Territories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Territories' }).waitFor()
  await page.goBack()
  await mark.waitFor()
  expect(visitor.path).toBe(path)
  // Other dealers may be elsewhere.
  await page.getByLabel('Status').selectOption('Active')
  await expect.poll(() => visitor.path).toBe('/console/dealers?view=map&active=true')
})
