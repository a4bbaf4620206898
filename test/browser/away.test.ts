import { expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { startFileServer } from '../support/server.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const server = await startFileServer({ env: { CONSOLE: 'true' } })
const { credentials } = await makeAdministrator(server)
/** The code of a page that is loaded when somebody opens it. */
const PART = /\/console\/assets\/list-page-[^/]*\.js$/

/** Returns a visitor of the first page, and how often the console was loaded since. */
async function visit(): Promise<{ visitor: Visitor; loads: () => number }> {
  const visitor = await openVisitor(server, { credentials })
  await visitor.open('/overview')
  let count = 0
  visitor.page.on('domcontentloaded', () => {
    count += 1
  })
  return { visitor, loads: () => count }
}

const link = ({ page }: Visitor, name: string) => page.getByRole('navigation').getByRole('link', { name })
const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('where a page’s code is gone, the console is loaded again once, and then says so', async () => {
  const { visitor, loads } = await visit()
  const { page } = visitor
  await page.route(PART, (route) => route.fulfill({ status: 404, body: '' }))
  await link(visitor, 'Warranties').click()
  await heading(visitor, 'Something went wrong')
  await visitor.settle()
  expect([visitor.path, loads()]).toEqual(['/console/warranties', 1])
  await page.unroute(PART)
  await page.getByRole('button', { name: 'Reload' }).click()
  await heading(visitor, 'Warranties')
  expect(loads()).toBe(2)
})

test('after an upgrade, a page opens after one reload', async () => {
  const { visitor, loads } = await visit()
  const { page } = visitor
  // The new console has other names: the old page’s code is gone until the document is loaded again.
  let isNew = false
  await page.route(/\/console\/(?!assets\/|config)/, (route) => {
    isNew = true
    return route.continue()
  })
  await page.route(PART, (route) => (isNew ? route.continue() : route.fulfill({ status: 404, body: '' })))
  await link(visitor, 'Warranties').click()
  await heading(visitor, 'Warranties')
  await visitor.settle()
  expect(loads()).toBe(1)
})

test('while the server is away, a page says so, is not loaded again, and opens when it is back', async () => {
  const { visitor, loads } = await visit()
  const { page } = visitor
  await page.route('**/*', (route) => route.abort())
  await link(visitor, 'Warranties').click()
  await heading(visitor, 'The server can’t be reached')
  await visitor.settle()
  expect(loads()).toBe(0)
  await page.unroute('**/*')
  await heading(visitor, 'Warranties')
  await visitor.settle()
  expect(visitor.path).toBe('/console/warranties')
  // Some browsers don't ask again for code that they could not load, until the document is loaded again.
  expect(loads()).toBeLessThanOrEqual(1)
})
