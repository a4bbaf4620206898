import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'

export type Kind = Schemas['Import']['kind']

/** Returns the kinds of files that the person may import. */
export function useKinds(): Kind[] {
  const may = useMay()
  return [
    ...(may('dealers:write') ? (['dealers', 'territories'] as const) : []),
    ...(may('warranty:create') ? (['warranties'] as const) : []),
  ]
}
