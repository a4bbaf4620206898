import { type Issue, issue } from './errors.ts'

/** An issue of one of several rows that are saved together. */
export interface RowIssue extends Issue {
  /** Position in the input, from 0. */
  row: number
}

interface Naming<I, S> {
  /** The word for a row in messages: `dealer`. */
  noun: string
  /** The field that identifies a row beside its id: `dealer_code`. Unique unless empty. */
  field: string
  keyOf(input: I): string | undefined
  storedKeyOf(row: S): string
  /** Identifies rows without a key, if something does. */
  naturalKey?: {
    /** The field that issues name. */
    field: string
    /** Undefined if the row has too little data. */
    of(row: I | S): string | undefined
  }
}

/**
 * Finds the stored row of each input: the one with its id; without an id, the one with its key; without either, the
 * similar one without a key (of several, the one whose id is in no other input). Undefined means a new row.
 *
 * Issues: nothing to identify a row by, two inputs for one row, several rows similar to one input, and a key that would
 * belong to two rows.
 * @param stored every row with an id or a key of an input, or that may be similar to one
 */
export function matchRows<I extends Row, S extends { id: number }>(
  inputs: readonly I[],
  stored: readonly S[],
  naming: Naming<I, S>,
): { matches: (S | undefined)[]; issues: RowIssue[] } {
  const byId = new Map(stored.map((row) => [row.id, row]))
  const byKey = new Map(stored.map((row) => [naming.storedKeyOf(row), row]))
  const keyless = stored.filter((row) => naming.storedKeyOf(row) === '').sort((a, b) => a.id - b.id)
  const byNaturalKey = Map.groupBy(keyless, (row) => naming.naturalKey?.of(row))
  const ids = new Set(inputs.map((input) => input.id))
  const unclear: RowIssue[] = []
  const matches = inputs.map((input, row) => {
    if (input.id !== undefined) return byId.get(input.id)
    const key = naming.keyOf(input)
    if (key) return byKey.get(key)
    const naturalKey = naming.naturalKey?.of(input)
    const alike = naturalKey === undefined ? [] : (byNaturalKey.get(naturalKey) ?? [])
    if (alike.length <= 1) return alike[0]
    const others = alike.filter(({ id }) => !ids.has(id))
    if (others.length !== 1) unclear.push({ row, ...describeAlike(alike, naming) })
    return others[0] ?? alike[0]
  })
  const twice = findTwice(inputs, matches, naming)
  const rows = new Set(twice.map(({ row }) => row))
  const others = [...unclear, ...findSharedKeys(inputs, matches, stored, naming)]
  const issues = [...twice, ...others.filter(({ row }) => !rows.has(row))]
  return { matches, issues: issues.sort((a, b) => a.row - b.row) }
}

function describeAlike<I, S extends { id: number }>(
  alike: readonly S[],
  { noun, field, naturalKey }: Naming<I, S>,
): Issue {
  return {
    field: naturalKey?.field ?? field,
    message: `Several ${noun}s are like this one: ${alike.map(({ id }) => id).join(', ')}. Give the id of the one you mean.`,
  }
}

interface Row {
  id?: number | undefined
}

function findTwice<I extends Row, S extends { id: number }>(
  inputs: readonly I[],
  matches: readonly (S | undefined)[],
  { noun, field, keyOf, naturalKey }: Naming<I, S>,
): RowIssue[] {
  const seen = new Set<number | string>()
  const issues: RowIssue[] = []
  for (const [row, input] of inputs.entries()) {
    const id = matches[row]?.id ?? input.id
    const like = keyOf(input) ? undefined : naturalKey?.of(input)
    const at = input.id !== undefined ? 'id' : keyOf(input) ? field : (naturalKey?.field ?? field)
    const known = id ?? like
    if (known === undefined) {
      if (!keyOf(input)) issues.push({ row, ...issue('id', `is required where there is no ${field}`) })
    } else if (seen.has(known)) {
      const which = id === undefined ? `an earlier ${noun}` : `${noun} ${id}`
      issues.push({ row, ...issue(at, `repeats ${which}: list each ${noun} once`) })
    } else seen.add(known)
  }
  return issues
}

/** Compares the keys after the save: rows may swap theirs. */
function findSharedKeys<I, S extends { id: number }>(
  inputs: readonly I[],
  matches: readonly (S | undefined)[],
  stored: readonly S[],
  { noun, field, keyOf, storedKeyOf }: Naming<I, S>,
): RowIssue[] {
  const keys = inputs.map((input, row) => keyOf(input) ?? (matches[row] && storedKeyOf(matches[row])))
  const renamed = new Set(matches.filter((match, row) => match && storedKeyOf(match) !== keys[row]))
  const owners = new Map<string, string>()
  for (const row of stored) if (!renamed.has(row)) owners.set(storedKeyOf(row), `${noun} ${row.id}`)
  const issues: RowIssue[] = []
  for (const [row, key] of keys.entries()) {
    if (!key) continue
    const match = matches[row]
    const self = match && `${noun} ${match.id}`
    const owner = owners.get(key)
    if (owner && owner !== self) {
      issues.push({ row, ...issue(field, `must be unique: "${key}" belongs to ${owner}`) })
    } else owners.set(key, self ?? 'an earlier entry')
  }
  return issues
}

/**
 * Returns an issue for each row that asks for a key which another row keeps, because that row is invalid and left out.
 * @param rows each with the stored row that it matches, and its new key
 */
export function findTakenKeys<S extends { id: number }>(
  rows: readonly { stored: S | undefined; key: string }[],
  issues: readonly RowIssue[],
  { noun, field, storedKeyOf }: Pick<Naming<unknown, S>, 'noun' | 'field' | 'storedKeyOf'>,
): RowIssue[] {
  const invalid = new Set(issues.map(({ row }) => row))
  const good = [...rows.entries()].filter(([row]) => !invalid.has(row))
  const takers = new Map(good.map(([row, { key }]) => [key, row]))
  const saved = new Set(good.map(([, { stored }]) => stored))
  const taken: RowIssue[] = []
  // Also visits added issues, because other rows may wait for their keys.
  for (const row of invalid) {
    const { stored } = rows[row]!
    const key = stored && !saved.has(stored) ? storedKeyOf(stored) : ''
    const taker = key === '' ? undefined : takers.get(key)
    if (taker === undefined || invalid.has(taker)) continue
    invalid.add(taker)
    saved.delete(rows[taker]!.stored)
    taken.push({ row: taker, ...issue(field, `must be unique: "${key}" belongs to ${noun} ${stored!.id}`) })
  }
  return taken
}
