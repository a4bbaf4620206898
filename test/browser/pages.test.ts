import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from 'vitest'
import { openVisitor, type Visitor } from './visitor.ts'
import { credentialsOf, startDemoServer } from './world.ts'

const server = await startDemoServer()

/** Opens every page that the navigation leads to, and the first record of each. */
async function forEachPage(
  visitor: Visitor,
  look: (path: string, name: string | undefined) => Promise<void>,
) {
  await visitor.open('/')
  for (const { name, path } of await visitor.navigation()) {
    await visitor.open(path)
    await look(path, name)
    const record = await visitor.firstRecord()
    if (!record) continue
    await visitor.open(record)
    await look(record, undefined)
  }
}

async function violations({ page }: Visitor): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target}`))
}

test('every page is accessible in both themes, fits a narrow screen, and asks nobody but its server', async () => {
  const visitor = await openVisitor(server, { credentials: credentialsOf('administrator') })
  const { page } = visitor
  const found: string[] = []
  await forEachPage(visitor, async (path, name) => {
    const headings = await page.locator('h1').allTextContents()
    if (headings.length !== 1) found.push(`${path} has ${headings.length} h1`)
    if (name !== undefined && headings[0] !== name)
      found.push(`${path} is called ${headings[0]}, not ${name}`)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      found.push(...(await violations(visitor)).map((one) => `${path} in ${colorScheme}: ${one}`))
    }
    await page.setViewportSize({ width: 360, height: 740 })
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (excess > 0) found.push(`${path} is ${excess} pixels too wide for a screen of 360`)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  expect([...found, ...visitor.complaints]).toEqual([])
})
