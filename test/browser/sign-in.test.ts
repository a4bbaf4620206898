import { expect, test } from 'vitest'
import { PAGES, PAGES_HEADERS } from '../../src/features/console/pages.ts'
import { makeAdministrator } from '../support/administrator.ts'
import { startFileServer } from '../support/server.ts'
import { inspect } from './inspect.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const server = await startFileServer({ env: { CONSOLE: 'true' } })
await server.apply({ brands: [{ slug: 'harbor-craft', name: 'Harbor Craft' }] })
const { credentials } = await makeAdministrator(server)

async function fillIn({ page }: Visitor, { email, password }: typeof credentials): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

test('after signing in, the page that was asked for opens, with its state', async () => {
  const visitor = await openVisitor(server)
  await visitor.open('/warranties?q=HCX')
  expect(visitor.path).toMatch(/^\/console\/sign-in/)
  await fillIn(visitor, { ...credentials, password: 'wrong' })
  await visitor.page.getByRole('alert').waitFor()
  expect(visitor.path).toMatch(/^\/console\/sign-in/)
  await fillIn(visitor, credentials)
  await heading(visitor, 'Warranties')
  expect(visitor.path).toBe('/console/warranties?q=HCX')
})

test('an address of another site is not opened after signing in', async () => {
  const visitor = await openVisitor(server)
  await visitor.open('/sign-in?to=//example.com/console/')
  await fillIn(visitor, credentials)
  await heading(visitor, 'Overview')
  expect(visitor.complaints.filter((one) => one.includes('example.com'))).toEqual([])
})

test('the keyboard is enough to sign in, reach a page and sign out', async () => {
  const visitor = await openVisitor(server)
  const { keyboard } = visitor.page
  const focused = () =>
    visitor.page.evaluate<string>(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent.trim()',
    )
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; !name.test(await focused()); presses++) {
      if (presses === 60) throw new Error(`No Tab leads to ${name}.`)
      await keyboard.press('Tab')
    }
  }
  await visitor.open('/')
  await keyboard.type(credentials.email)
  await keyboard.press('Tab')
  await keyboard.type(credentials.password)
  await keyboard.press('Enter')
  await heading(visitor, 'Overview')
  await tabTo(/^Warranties$/)
  await keyboard.press('Enter')
  await heading(visitor, 'Warranties')
  await tabTo(/^Account/)
  await keyboard.press('Enter')
  await visitor.page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  await keyboard.press('End')
  await keyboard.press('Enter')
  await heading(visitor, 'Sign in')
  await visitor.open('/overview')
  await heading(visitor, 'Sign in')
})

test('a session that ended elsewhere leads to the sign-in', async () => {
  const visitor = await openVisitor(server, { credentials })
  await visitor.open('/overview')
  // Its last request is for the leads that wait: it must not be the one that notices.
  await visitor.page.getByText('Nothing needs you today').waitFor()
  await visitor.page.context().clearCookies()
  await visitor.page.getByRole('navigation').getByRole('link', { name: 'Warranties' }).click()
  await heading(visitor, 'Sign in')
  await fillIn(visitor, credentials)
  await heading(visitor, 'Warranties')
})

test('a link opens by itself, complete, once the console is prepared', async () => {
  const visitor = await openVisitor(server)
  const { page } = visitor
  const headers = { ...PAGES_HEADERS, 'content-type': 'text/html' }
  await page.route(
    /\/console\/setup$/,
    (route) => route.fulfill({ status: 503, headers, body: PAGES.preparing }),
    { times: 2 },
  )
  await page.goto('/console/setup#token')
  await heading(visitor, 'The console is being prepared')
  await heading(visitor, 'Set up Transom')
  await page.getByLabel('Email').waitFor()
  expect(visitor.path).toBe('/console/setup#token')
  expect(visitor.complaints.filter((one) => one.includes('policy'))).toEqual([])
})

test('the pages before signing in are accessible and fit a narrow screen', async () => {
  const visitor = await openVisitor(server)
  const problems: string[] = []
  for (const path of ['/sign-in', '/forgotten', '/setup#token', '/invitation#token', '/reset']) {
    await visitor.open(path)
    problems.push(...(await inspect(visitor)))
  }
  // Everybody is asked who they are.
  const others = visitor.complaints.filter((one) => !one.endsWith('401 for GET /admin/v1/session'))
  expect([...problems, ...others]).toEqual([])
})
