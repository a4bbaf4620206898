import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import type { KeyContext } from '../context.ts'
import { areSettings, type Key, previousKeyRemoval, readKeys } from '../keys.ts'
import { makeRecorded } from '../record-change.ts'

/**
 * Removes the previous signing secret from DATA_DIR: its tokens end. Returns the valid secrets.
 * @throws NotFound (NOT_FOUND) if there is none
 * @throws Conflict (CONFLICT) while sessions may need it, unless `now`; and if the secrets are settings
 */
export async function dropPreviousKey(ctx: KeyContext, { now }: { now: boolean }): Promise<Key[]> {
  authorize(ctx.principal, 'system:write')
  if (areSettings(ctx.settings)) throw new Conflict('CONFLICT', 'The signing secrets are in the settings.')
  const removal = previousKeyRemoval(ctx.settings, ctx.clock.now() / 1_000, { now })
  await makeRecorded(ctx, 'key.dropped', removal)
  return readKeys(ctx.settings)
}
