import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumOptions } from './chromium.ts'

const ROOT = join(import.meta.dirname, '../..')

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which tests connect to the one Chromium that they share. */
    chromium: string
  }
}

/** Builds the console, and starts the browser of all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const build = promisify(execFile)(process.execPath, ['src/features/console/build/build-console.ts'], {
    cwd: ROOT,
  })
  const browser = await chromium.launchServer({ ...chromiumOptions(), host: '127.0.0.1' })
  await build
  project.provide('chromium', browser.wsEndpoint())
  return () => browser.close()
}
