import type { Fault } from './errors.ts'

/** A fault of one of many rows given at once. */
export interface RowFault extends Fault {
  /** Position in what was given, from 0. */
  row: number
}

interface Naming<I, S> {
  /** What a row is, for messages: `dealer`. */
  noun: string
  /** The field that names a row beside its id: `dealer_code`. */
  field: string
  keyOf(input: I): string | undefined
  storedKeyOf(row: S): string
}

/**
 * Finds the stored row that each input means: the one with its id, or, where it gives none, the one with its
 * key. An empty key is none. Undefined stands for a new row.
 *
 * Faults: neither id nor key given, two inputs for one row, and a key that would belong to two rows.
 * @param stored every row that has an id or a key which an input gives
 */
export function matchRows<I extends { id?: number | undefined }, S extends { id: number }>(
  inputs: readonly I[],
  stored: readonly S[],
  naming: Naming<I, S>,
): { matches: (S | undefined)[]; faults: RowFault[] } {
  const byId = new Map(stored.map((row) => [row.id, row]))
  const byKey = new Map(stored.map((row) => [naming.storedKeyOf(row), row]))
  const matches = inputs.map((input) => {
    const key = naming.keyOf(input)
    return input.id === undefined ? (key ? byKey.get(key) : undefined) : byId.get(input.id)
  })
  const twice = findTwice(inputs, matches, naming)
  const rows = new Set(twice.map((fault) => fault.row))
  const shared = findSharedKeys(inputs, matches, stored, naming).filter((fault) => !rows.has(fault.row))
  return { matches, faults: [...twice, ...shared].sort((a, b) => a.row - b.row) }
}

function findTwice<I extends { id?: number | undefined }, S extends { id: number }>(
  inputs: readonly I[],
  matches: readonly (S | undefined)[],
  { noun, field, keyOf }: Naming<I, S>,
): RowFault[] {
  const seen = new Set<number>()
  const faults: RowFault[] = []
  for (const [row, input] of inputs.entries()) {
    const id = matches[row]?.id ?? input.id
    if (id === undefined) {
      if (!keyOf(input))
        faults.push({ row, field: 'id', message: `must be given where there is no ${field}` })
    } else if (seen.has(id)) {
      const at = input.id === undefined ? field : 'id'
      faults.push({ row, field: at, message: `names ${noun} ${id} a second time; give each one once` })
    } else seen.add(id)
  }
  return faults
}

/** Looks at the keys as they will be once everything is saved: rows may exchange theirs. */
function findSharedKeys<I, S extends { id: number }>(
  inputs: readonly I[],
  matches: readonly (S | undefined)[],
  stored: readonly S[],
  { noun, field, keyOf, storedKeyOf }: Naming<I, S>,
): RowFault[] {
  const matched = new Set(matches)
  const owners = new Map<string, string>()
  for (const row of stored) if (!matched.has(row)) owners.set(storedKeyOf(row), `${noun} ${row.id}`)
  const faults: RowFault[] = []
  for (const [row, input] of inputs.entries()) {
    const match = matches[row]
    const key = keyOf(input) ?? (match && storedKeyOf(match))
    if (!key) continue
    const owner = owners.get(key)
    if (owner) faults.push({ row, field, message: `must be unique: "${key}" belongs to ${owner}` })
    else owners.set(key, match ? `${noun} ${match.id}` : 'an earlier entry')
  }
  return faults
}
