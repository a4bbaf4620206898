import { Conflict } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import type { KeyContext } from '../context.ts'
import { areSettings, type Key, keyRotation, readKeys } from '../keys.ts'
import { makeRecorded } from '../record-change.ts'

/**
 * Creates a new signing secret in DATA_DIR. Tokens of the present one stay valid. Returns the valid secrets.
 * @throws NotFound (NOT_FOUND) if there is none yet
 * @throws Conflict (CONFLICT) if a previous one is still accepted, or if the secrets are settings
 */
export async function rotateKey(ctx: KeyContext): Promise<Key[]> {
  authorize(ctx.principal, 'system:write')
  if (areSettings(ctx.settings)) throw new Conflict('CONFLICT', 'The signing secrets are in the settings.')
  await makeRecorded(ctx, 'key.rotated', keyRotation(ctx.settings))
  return readKeys(ctx.settings)
}
