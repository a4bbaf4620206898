import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { LaunchOptions } from 'playwright-core'

const INSTALLED = '/usr/bin/chromium'
/** A name that leads to this machine. Pages that come from there over plain HTTP get less than those of `localhost`. */
export const OFFICE = 'office.test'
const CACHE = join(import.meta.dirname, '../../.cache')

/** Unpacks into the folder for temporary files: the only place that the package knows. */
const UNPACK = `
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const libraries = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'))
  await Promise.all([chromium.executablePath(), inflate(libraries.pathname)])`

/**
 * Returns how to start a Chromium: the machine's own, or, without one, that of the package `@sparticuz/chromium`, which
 * brings the libraries that a bare machine lacks. It is unpacked once, into `.cache`.
 */
export function chromiumOptions(): LaunchOptions {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--lang=en-US',
    `--host-resolver-rules=MAP ${OFFICE} localhost`,
  ]
  if (process.env.TEST_CHROMIUM !== 'package' && existsSync(INSTALLED))
    return { executablePath: INSTALLED, args }
  const require = createRequire(import.meta.url)
  const { version } = JSON.parse(
    readFileSync(join(require.resolve('@sparticuz/chromium'), '../../package.json'), 'utf8'),
  )
  const folder = join(CACHE, `chromium-${version}`)
  if (!existsSync(folder)) unpack(folder)
  const LD_LIBRARY_PATH = join(folder, 'al2023/lib')
  const env = { ...process.env, LD_LIBRARY_PATH, FONTCONFIG_PATH: writeFonts(folder, require) }
  return { executablePath: join(folder, 'chromium'), args, env: env as Record<string, string> }
}

/** The package's own font lacks characters that pages use, such as ⌘. Its Chromium crashes when it looks for another. */
function writeFonts(folder: string, require: NodeJS.Require): string {
  const fonts = dirname(require.resolve('dejavu-fonts-ttf/package.json'))
  const conf = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${fonts}/ttf</dir><cachedir>${folder}/font-cache</cachedir>
<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
<match><edit name="family" mode="append_last"><string>DejaVu Sans</string></edit></match>
</fontconfig>`
  writeFileSync(join(folder, 'fonts.conf'), conf)
  return folder
}

function unpack(folder: string): void {
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  execFileSync(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: draft },
  })
  try {
    renameSync(draft, folder)
  } catch {
    // Another run was faster.
    rmSync(draft, { recursive: true })
  }
}
