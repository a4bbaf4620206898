import { expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { startFileServer } from '../support/server.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const heading = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Signs in by the form. */
async function signIn({ page }: Visitor, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens a link and chooses a password there. */
async function choosePassword(visitor: Visitor, link: string, password: string): Promise<void> {
  await visitor.open(
    new URL(link, 'http://server').pathname.replace(/^\/console/, '') + new URL(link, 'http://server').hash,
  )
  await visitor.page.getByLabel('Password').fill(password)
  await visitor.page.getByRole('button', { name: 'Set password' }).click()
  await visitor.page.getByRole('status').waitFor()
}

test('the address that a new server prints makes the first administrator, once', async () => {
  const server = await startFileServer({ env: { CONSOLE: 'true' } })
  const address = () => /http:\S+\/console(\/setup#[\w-]+)/.exec(server.output)?.[1]
  await expect.poll(address).toBeDefined()
  const visitor = await openVisitor(server)
  const { page } = visitor
  await visitor.open(address()!)
  await page.getByLabel('Email').fill('first@example.com')
  await page.getByLabel('Password').fill('seven brave herons')
  await page.getByRole('button', { name: 'Create administrator' }).click()
  await heading(visitor, 'Overview')
  await page.getByRole('navigation').getByRole('link', { name: 'Warranties' }).waitFor()

  const second = await openVisitor(server)
  await second.open(address()!)
  await second.page.getByLabel('Email').fill('second@example.com')
  await second.page.getByLabel('Password').fill('seven brave herons')
  await second.page.getByRole('button', { name: 'Create administrator' }).click()
  await second.page.getByRole('alert').waitFor()
  expect(second.path).toMatch(/^\/console\/setup/)
})

test('an invitation and a link for another password lead to the console, each once', async () => {
  const server = await startFileServer({ env: { CONSOLE: 'true' } })
  const admin = await makeAdministrator(server)
  const email = 'invited@example.com'
  const { body } = await admin.call('POST', '/users', { body: { email, role: 'viewer', all_brands: true } })
  const visitor = await openVisitor(server)
  await choosePassword(visitor, body.data.link, 'two quiet harbors')
  await visitor.page.getByRole('link', { name: 'Back to sign-in' }).click()
  await signIn(visitor, email, 'two quiet harbors')
  await heading(visitor, 'Overview')

  const { stdout } = await server.command('users', 'link', email)
  const link = /\/console\/\S+/.exec(stdout)![0]
  const other = await openVisitor(server)
  await choosePassword(other, link, 'nine slow ferries')
  await other.open('/sign-in')
  await signIn(other, email, 'nine slow ferries')
  await heading(other, 'Overview')
  // The first session has ended with the password.
  await visitor.open('/overview')
  await heading(visitor, 'Sign in')

  await other.open(link.replace('/console', ''))
  await other.page.getByLabel('Password').fill('ten fast ferries')
  await other.page.getByRole('button', { name: 'Set password' }).click()
  await other.page.getByRole('alert').waitFor()
})
