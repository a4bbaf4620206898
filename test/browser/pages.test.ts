import { expect, test } from 'vitest'
import { inspect } from './inspect.ts'
import { takePictures } from './pictures.ts'
import { forEachPage, openVisitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()

const administrator = await openVisitor(server, { credentials: credentialsOf('administrator') })
const navigation = await administrator.navigation()

/** Pages that can only be reached by a record, which the demo must have. */
const RECORDS: Record<string, RegExp[]> = {
  '/warranties': [/^\/warranties\/\d+$/],
  '/events': [/^\/events\/\d+$/, /^\/events\/feed\/\d+$/],
}

test.each(navigation)(
  '$name: each page is accessible in both themes, fits a narrow screen, and asks nobody but its server',
  async (entry) => {
    const problems: string[] = []
    const visited = await forEachPage(administrator, [entry], async (h1) => {
      await takePictures(administrator)
      problems.push(...(await inspect(administrator, { h1 })))
    })
    expect([...problems, ...administrator.complaints.splice(0)]).toEqual([])
    for (const record of RECORDS[entry.path] ?? [])
      expect(visited).toContainEqual(expect.stringMatching(record))
  },
)

test.each([
  ['/dealers?view=map', '.map-mark'],
  ['/territories?view=map&brand=harbor-craft', '.map canvas'],
  ['/deliveries?view=receivers', 'tbody tr'],
])('%s is as accessible', async (path, loaded) => {
  await administrator.open(path)
  await administrator.page.locator(loaded).first().waitFor()
  await takePictures(administrator)
  const problems = await inspect(administrator)
  expect([...problems, ...administrator.complaints.splice(0)]).toEqual([])
})

test('a lead that has a dealer is as accessible', async () => {
  const { page } = administrator
  await administrator.open('/leads?state=assigned')
  await page.locator('.row-link').first().click()
  await page.getByRole('heading', { name: 'Why this dealer' }).waitFor()
  await page.getByRole('region', { name: /^Map / }).waitFor()
  await administrator.settle()
  await takePictures(administrator)
  const problems = await inspect(administrator)
  expect([...problems, ...administrator.complaints.splice(0)]).toEqual([])
})

/** Names of buttons and links that change something. */
const CHANGES =
  /^(accept|add|apply|assign|correct|create|delete|disable|edit|erase|import|invite|new|register|reject|remove|replay|resend|retry|revoke|rotate|save|send|sign out everywhere|test|transfer|upload|void)\b/i

test('a viewer finds no action that viewers may not take, and no page asks for what they may not read', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('viewer') })
  const found: string[] = []
  const visited = await forEachPage(visitor, await visitor.navigation(), async () => {
    const actions = visitor.page.locator(
      'main :is(button, a, [role=menuitem]):not([disabled], [aria-disabled=true])',
    )
    const names = (await actions.allTextContents()).map((name) => name.trim())
    found.push(...names.filter((name) => CHANGES.test(name)).map((name) => `${visitor.path}: ${name}`))
  })
  expect([...found, ...visitor.complaints]).toEqual([])
  expect(visited).toContain('/warranties')
  for (const path of ['/users', '/tokens', '/imports']) expect(visited).not.toContain(path)
})

test('a manager of one brand sees and gets nothing of the others', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('brand_manager') })
  const found: string[] = []
  const ofOthers = /northwind|blue.?heron|NWY\d{5}|BHB\d{5}|"brand_id":[23]/gi
  await forEachPage(visitor, await visitor.navigation(), async () => {
    const shown = (await visitor.page.locator('body').innerText()).match(ofOthers) ?? []
    found.push(...shown.map((text) => `${visitor.path} shows ${text}`))
  })
  for (const { url, text } of visitor.answers)
    found.push(...(text.match(ofOthers) ?? []).map((match) => `${url} answers ${match}`))
  expect([...new Set(found), ...visitor.complaints]).toEqual([])
  expect(await visitor.page.getByLabel('Brand', { exact: true }).count()).toBe(0)
})
