import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import type { Visitor } from './visitor.ts'

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 360, height: 740 }

/** The rules of axe that depend on colors. The themes differ in nothing else. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

/** Returns what is wrong with the present page: its heading, its accessibility in both themes, its width on a phone. */
export async function inspect(
  visitor: Visitor,
  expected: { h1?: string | undefined } = {},
): Promise<string[]> {
  const { page, path } = visitor
  const problems: string[] = []
  const headings = await page.locator('h1').allTextContents()
  if (headings.length !== 1) problems.push(`there are ${headings.length} h1`)
  if (expected.h1 !== undefined && headings[0] !== expected.h1)
    problems.push(`the h1 is "${headings[0]}", not "${expected.h1}"`)
  for (const colorScheme of ['dark', 'light'] as const) {
    await visitor.setTheme(colorScheme)
    const { violations } = await axeFor(page, colorScheme).analyze()
    for (const { id, nodes } of violations)
      problems.push(`${colorScheme}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`)
  }
  problems.push(...(await measureWidth(visitor)))
  return problems.map((problem) => `${path}: ${problem}`)
}

/** Returns axe with the rules for a theme: all of them run in the light one. */
export function axeFor(page: Page, colorScheme: 'light' | 'dark'): AxeBuilder {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  return colorScheme === 'light' ? axe : axe.withRules(OF_COLORS)
}

/** Returns a problem if the present page is wider than a phone. */
export async function measureWidth({ page }: Visitor): Promise<string[]> {
  await page.setViewportSize(NARROW)
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  await page.setViewportSize(WIDE)
  return excess > 0 ? [`it is ${excess} pixels wider than a screen of ${NARROW.width}`] : []
}
