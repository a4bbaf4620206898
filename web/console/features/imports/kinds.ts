import type { Schemas } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { text } from '../../text/text.ts'

export type Kind = Schemas['Import']['kind']

/** Returns the kinds of files that the person may import. */
export function useKinds(): Kind[] {
  const may = useMay()
  return [
    ...(may('dealers:write') ? (['dealers', 'territories'] as const) : []),
    ...(may('warranty:create') ? (['warranties'] as const) : []),
  ]
}

/** Returns what a field of a kind's records is called. */
export function fieldName(kind: Kind, field: string): string {
  return (text.imports.columns.names[kind] as Record<string, string>)[field] ?? field
}
