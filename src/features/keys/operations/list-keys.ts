import { authorize } from '../../../platform/principal.ts'
import type { KeyContext } from '../context.ts'
import { type Key, readKeys } from '../keys.ts'

/** Returns the signing secrets whose tokens are valid, by their ids, the one that signs first. */
export function listKeys({ principal, settings }: Pick<KeyContext, 'principal' | 'settings'>): Key[] {
  authorize(principal, 'system:read')
  return readKeys(settings)
}
