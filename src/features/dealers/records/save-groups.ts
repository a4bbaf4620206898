import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { type Issue, issue } from '../../../platform/errors.ts'
import { brandsOf } from '../../../platform/principal.ts'
import type { RowIssue } from '../../../platform/upsert-matching.ts'
import { type AuditEntry, changes, onlyBrand, recordAudit } from '../../audit/index.ts'
import { lockDealers } from '../changes.ts'
import * as queries from '../queries/record-queries.ts'

/** A dealer group to create or to rename; one without an id is the group that has this name. */
export interface GroupInput {
  id?: number
  name?: string
}

/**
 * Creates and renames dealer groups. Returns their ids, in the inputs' order; an invalid row is left out. A dry run writes
 * nothing: new groups have negative ids.
 */
export async function saveGroups(
  { db, clock, principal }: OperationContext,
  trx: Trx,
  inputs: readonly GroupInput[],
  { dryRun = false } = {},
): Promise<{ ids: (number | undefined)[]; issues: RowIssue[] }> {
  const issues: RowIssue[] = []
  const ids: (number | undefined)[] = inputs.map(() => undefined)
  if (inputs.length === 0) return { ids, issues }
  if (!dryRun) await lockDealers(db, trx)
  const groups = indexGroups(await queries.listGroups(trx))
  const given = new Set<number>()
  const entries: AuditEntry[] = []
  const now = clock.now()
  // Ids that the database generates must not collide with ids later in the list.
  const inOrder = [...inputs.entries()].sort(
    ([, a], [, b]) => Number(b.id !== undefined) - Number(a.id !== undefined),
  )
  for (const [row, input] of inOrder) {
    const namesakes = groups.idsOf(input.name)
    const id = input.id ?? [...namesakes][0]
    const name = input.name ?? (id === undefined ? undefined : groups.nameOf(id))
    const invalid = findIssue(input, { id, name, namesakes: namesakes.size, given })
    if (invalid) {
      issues.push({ row, ...invalid })
      continue
    }
    const saved = id ?? (dryRun ? -(row + 1) : await queries.insertGroup(trx, { name: name!, now }))
    if (groups.nameOf(saved) !== name && id !== undefined && !dryRun) {
      await queries.upsertGroup(trx, { id, name: name!, now })
      await db.reserveIds(trx, 'dealer_groups')
    }
    const before = groups.nameOf(saved)
    if (before === name) {
      ids[row] = saved
      given.add(saved)
      continue
    }
    const members = before === undefined ? [] : await queries.listGroupBrandIds(trx, saved)
    entries.push({
      at: now,
      principal,
      action: before === undefined ? 'group.created' : 'group.updated',
      subject: { id: saved, name: name! },
      brandId: onlyBrand(members.length > 0 ? members : brandsOf(principal)),
      change: changes(before === undefined ? null : { name: before }, { name }, ['name']),
    })
    ids[row] = saved
    given.add(saved)
    groups.set(saved, name!)
  }
  if (!dryRun) await recordAudit(trx, entries)
  return { ids, issues }
}

/** Indexes groups by id and by name, which several may share. */
function indexGroups(stored: readonly { id: number; name: string }[]) {
  const names = new Map<number, string>()
  const ids = new Map<string | undefined, Set<number>>()
  const none: ReadonlySet<number> = new Set()
  const set = (id: number, name: string) => {
    ids.get(names.get(id))?.delete(id)
    names.set(id, name)
    const namesakes = ids.get(name)
    if (namesakes) namesakes.add(id)
    else ids.set(name, new Set([id]))
  }
  for (const { id, name } of stored) set(id, name)
  return {
    set,
    nameOf: (id: number) => names.get(id),
    idsOf: (name: string | undefined) => ids.get(name) ?? none,
  }
}

function findIssue(
  input: GroupInput,
  found: { id: number | undefined; name: string | undefined; namesakes: number; given: ReadonlySet<number> },
): Issue | undefined {
  if (found.name === undefined) return issue('name', 'is required for a new group')
  if (input.id === undefined && found.namesakes > 1) {
    return issue('id', `is required: ${found.namesakes} groups have this name`)
  }
  if (found.id !== undefined && found.given.has(found.id)) {
    const field = input.id === undefined ? 'name' : 'id'
    return issue(field, `repeats group ${found.id}: list each group once`)
  }
  return undefined
}
