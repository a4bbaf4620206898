import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Visitor } from './visitor.ts'

/** Takes the pictures of docs/console.md again. Other runs leave them alone. */
const TAKES_PICTURES = process.env.PICTURES === 'true'
const FOLDER = join(import.meta.dirname, '../../docs/pictures')

/** The pictures' names, by the path of their page. */
const PICTURES: [RegExp, string][] = [
  [/\/overview$/, 'overview'],
  [/\/warranties\/\d+$/, 'warranty'],
  [/\/leads$/, 'leads'],
  [/\/leads\/\d+$/, 'lead'],
  [/\/dealers\?view=map$/, 'dealers-map'],
  [/\/deliveries$/, 'deliveries'],
  [/\/imports\/\d+$/, 'import'],
]

/** Takes the present page's pictures for the documents, light and dark, if they are asked for. */
export async function takePictures(visitor: Visitor): Promise<void> {
  const { page, path } = visitor
  const name = PICTURES.find(([pattern]) => pattern.test(path))?.[1]
  if (!TAKES_PICTURES || !name) return
  mkdirSync(FOLDER, { recursive: true })
  // The map is what a lead's picture is about.
  if (name === 'lead') await page.getByRole('region', { name: /^Map / }).scrollIntoViewIfNeeded()
  const devtools = await page.context().newCDPSession(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await visitor.setTheme(colorScheme)
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 75 })
    writeFileSync(join(FOLDER, `${name}-${colorScheme}.webp`), Buffer.from(data, 'base64'))
  }
}
