import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeAdministrator } from '../support/administrator.ts'
import { openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRETEND_CURL = join(ROOT, 'src/cli/demo/curl.test-support.ts')
/** A bare machine has no curl. */
const WITH_CURL = `command -v curl >/dev/null || curl() { node '${PRETEND_CURL}' "$@" | cut -d ' ' -f 4-; }`

const server = await startDemoServer()
const { accessToken } = await makeAdministrator(server)
const visitor = await openVisitor(server, { credentials: credentialsOf('administrator') })
const { page } = visitor
const commands = page
  .locator('section')
  .filter({ has: page.getByRole('heading', { level: 2, name: 'As a command' }) })
  .locator('code')

/** Runs a line as somebody who pasted it into a shell. Returns what it prints. */
async function paste(line: string): Promise<string> {
  const env = { ...server.env, PATH: `${ROOT}/bin:${process.env.PATH}`, TRANSOM_TOKEN: accessToken }
  return (await promisify(execFile)('sh', ['-c', `${WITH_CURL}\n${line}`], { env })).stdout
}

/** Returns the commands that the page shows. */
async function shown(): Promise<{ curl: string; transom: string }> {
  const lines = await commands.allTextContents()
  const [curl = '', transom = ''] = lines
  expect(lines).toEqual([expect.stringMatching(/^curl /), expect.stringMatching(/^transom /)])
  return { curl, transom }
}

test.each([
  '/warranties',
  '/dealers',
  '/leads',
  '/registrations',
  '/deliveries',
  '/events/feed',
  '/brands',
  '/users',
  '/tokens',
])('the commands of a record of %s print that record', async (list) => {
  await visitor.open(list)
  await page.locator('tbody .row-link').first().click()
  await commands.first().waitFor()
  await visitor.settle()
  const { curl, transom } = await shown()
  const path = /(\/admin\/v1\/[^'"\s]+)/.exec(curl)![1]!
  const answers = visitor.answers.filter(({ url }) => url === path)
  const { data } = JSON.parse(answers.at(-1)!.text)
  expect(JSON.parse(await paste(curl)).data).toEqual(data)
  const printed = await paste(transom)
  for (const name of ['id', 'hin', 'dealer_code', 'slug', 'email'])
    if (data[name]) expect(printed).toContain(String(data[name]))
  expect(JSON.parse(await paste(`${transom} --json`))).toBeTruthy()
})
