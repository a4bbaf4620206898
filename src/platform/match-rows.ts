import type { Fault } from './errors.ts'

/** A fault of one of many rows given at once. */
export interface RowFault extends Fault {
  /** Position in what was given, from 0. */
  row: number
}

interface Naming<I, S> {
  /** What a row is, for messages: `dealer`. */
  noun: string
  /** The field that names a row beside its id: `dealer_code`. Unique unless empty. */
  field: string
  keyOf(input: I): string | undefined
  storedKeyOf(row: S): string
  /** What tells rows apart that have no key, where there is such a thing. */
  likeness?: {
    /** The field that faults are about. */
    field: string
    /** Undefined where not enough is known of the row. */
    of(row: I | S): string | undefined
  }
}

/**
 * Finds the stored row that each input means: the one with its id; where it gives none, the one with its key;
 * where it gives neither, the one without a key that is like it. Undefined stands for a new row.
 *
 * Faults: nothing to know a row by, two inputs for one row, and a key that would belong to two rows.
 * @param stored every row that has an id or a key which an input gives, or that an input may be like
 */
export function matchRows<I extends Row, S extends { id: number }>(
  inputs: readonly I[],
  stored: readonly S[],
  naming: Naming<I, S>,
): { matches: (S | undefined)[]; faults: RowFault[] } {
  const byId = new Map(stored.map((row) => [row.id, row]))
  const byKey = new Map(stored.map((row) => [naming.storedKeyOf(row), row]))
  const keyless = stored.filter((row) => naming.storedKeyOf(row) === '')
  const byLikeness = new Map(keyless.map((row) => [naming.likeness?.of(row), row]))
  const matches = inputs.map((input) => {
    if (input.id !== undefined) return byId.get(input.id)
    const key = naming.keyOf(input)
    if (key) return byKey.get(key)
    const likeness = naming.likeness?.of(input)
    return likeness === undefined ? undefined : byLikeness.get(likeness)
  })
  const twice = findTwice(inputs, matches, naming)
  const rows = new Set(twice.map((fault) => fault.row))
  const shared = findSharedKeys(inputs, matches, stored, naming).filter((fault) => !rows.has(fault.row))
  return { matches, faults: [...twice, ...shared].sort((a, b) => a.row - b.row) }
}

interface Row {
  id?: number | undefined
}

function findTwice<I extends Row, S extends { id: number }>(
  inputs: readonly I[],
  matches: readonly (S | undefined)[],
  { noun, field, keyOf, likeness }: Naming<I, S>,
): RowFault[] {
  const seen = new Set<number | string>()
  const faults: RowFault[] = []
  for (const [row, input] of inputs.entries()) {
    const id = matches[row]?.id ?? input.id
    const like = keyOf(input) ? undefined : likeness?.of(input)
    const at = input.id !== undefined ? 'id' : keyOf(input) ? field : (likeness?.field ?? field)
    const known = id ?? like
    if (known === undefined) {
      if (!keyOf(input))
        faults.push({ row, field: 'id', message: `must be given where there is no ${field}` })
    } else if (seen.has(known)) {
      const which = id === undefined ? `a ${noun} like an earlier one` : `${noun} ${id} a second time`
      faults.push({ row, field: at, message: `names ${which}; give each one once` })
    } else seen.add(known)
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
