import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { WarrantyContext } from '../warranties/index.ts'
import type { PrivacyContext } from './context.ts'
import { createErasureLog } from './erasure-log.ts'

const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Returns a folder that is removed after the tests. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'transom-erasures-'))
  folders.push(folder)
  return folder
}

/** Returns the context of operations on people, with a log of erasures in a folder. */
export function withErasures<T extends WarrantyContext>(
  ctx: T,
  { folder = makeFolder(), secrets = ['x'.repeat(32)] as [string, ...string[]] } = {},
): T & PrivacyContext {
  return { ...ctx, erasures: createErasureLog({ secrets: () => secrets, folder }) }
}
