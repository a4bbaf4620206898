import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { WarrantyContext } from '../warranties/index.ts'
import type { PrivacyContext } from './context.ts'
import { createErasureLog } from './erasure-log.ts'

/** Returns a folder that is removed after the run. */
export function makeFolder(): string {
  return mkdtempSync(join(inject('databaseServer').folder, 'erasures-'))
}

/** Returns the context of operations on people, with a log of erasures in a folder. */
export function withErasures<T extends WarrantyContext>(
  ctx: T,
  { folder = makeFolder(), secrets = ['x'.repeat(32)] as [string, ...string[]] } = {},
): T & PrivacyContext {
  return { ...ctx, erasures: createErasureLog({ secrets: () => secrets, folder }) }
}
