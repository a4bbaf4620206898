import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Visitor } from './visitor.ts'

/** Takes the pictures of docs/console.md again. Other runs leave them alone. */
const TAKES_PICTURES = process.env.PICTURES === 'true'
const FOLDER = join(import.meta.dirname, '../../docs/pictures')

/** The pictures' names, by the path of their page. */
const PICTURES: Record<string, string> = {
  '/console/overview': 'overview',
  '/console/warranties': 'warranties',
  '/console/leads': 'leads',
  '/console/dealers': 'dealers',
  '/console/deliveries': 'deliveries',
}

/** Takes the present page's pictures for the documents, light and dark, if they are asked for. */
export async function takePictures({ page, path }: Visitor): Promise<void> {
  const name = PICTURES[path]
  if (!TAKES_PICTURES || !name) return
  mkdirSync(FOLDER, { recursive: true })
  const devtools = await page.context().newCDPSession(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 75 })
    writeFileSync(join(FOLDER, `${name}-${colorScheme}.webp`), Buffer.from(data, 'base64'))
  }
}
