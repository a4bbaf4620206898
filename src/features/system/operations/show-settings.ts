import type { OperationContext } from '../../../platform/context.ts'
import { authorize } from '../../../platform/principal.ts'

/** A setting without its secrets. */
export interface Setting {
  name: string
  value: unknown
  is_default: boolean
}

/** Returns the server's settings, by name, without their secrets. */
export function showSettings(
  { principal }: Pick<OperationContext, 'principal'>,
  settings: readonly Setting[],
) {
  authorize(principal, 'system:read')
  return settings.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
