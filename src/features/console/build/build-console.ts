import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listBuilt, PROJECT_BUILDS, readBuilt } from './built.ts'
import { BUILDER, fingerprint } from './fingerprint.ts'
import { pack } from './pack.ts'

/** Servers that still run need the files of the consoles before this one. */
const KEPT = 4
const HOUR_MS = 3_600_000

// A process of its own, because building takes some 400 MB. A server starts it when the sources have changed; the image
// and read-only installations run it when they are installed. Its argument can be another folder. Each console gets a
// folder of its own that appears complete, so processes that build at the same time don't disturb each other.
const parent = process.argv[2] ?? PROJECT_BUILDS
const id = await fingerprint()
if (!(await readBuilt([parent], id))) {
  const draft = join(parent, `.draft-${process.pid}-${Date.now()}`)
  mkdirSync(draft, { recursive: true })
  process.once('exit', () => rmSync(draft, { recursive: true, force: true }))
  process.once('SIGTERM', () => process.exit(1))
  process.argv[2] = draft
  await import(pathToFileURL(BUILDER).href)
  nameInPage(join(draft, 'index.html'))
  pack(draft)
  try {
    renameSync(draft, join(parent, id))
  } catch (error) {
    // Another process was faster.
    if (!(await readBuilt([parent], id))) throw error
  }
  await removeOld()
}

/** Tells the console its own name, by which it notices that the server has another one. */
function nameInPage(page: string): void {
  const html = readFileSync(page, 'utf8')
  writeFileSync(page, html.replace('<head>', `<head>\n    <meta name="transom-build" content="${id}">`))
}

async function removeOld(): Promise<void> {
  const abandoned = readdirSync(parent).filter(
    (name) => name.startsWith('.draft-') && statSync(join(parent, name)).mtimeMs < Date.now() - HOUR_MS,
  )
  for (const name of [...abandoned, ...(await listBuilt(parent)).slice(KEPT)]) {
    rmSync(join(parent, name), { recursive: true, force: true })
  }
}
