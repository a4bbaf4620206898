import { toIsoMicros } from '../../../platform/clock.ts'
import { authorize, holds } from '../../../platform/principal.ts'
import { listCallerNames } from '../../access/index.ts'
import { listQueue } from '../../deliveries/index.ts'
import type { LeadAdministration } from '../context.ts'
import { findHeldLead } from '../find-lead.ts'
import { queueKeysOfLead } from '../lead-deliveries.ts'
import { toDuplicate, toRecord } from '../lead-record.ts'
import { listDuplicates, listNotes } from '../queries.ts'

export type ShownLead = Awaited<ReturnType<typeof showLead>>

/**
 * Returns everything that is known about a lead: the record, its notes, its deliveries (for principals that may read
 * deliveries), and when it came again.
 * @throws NotFound (NOT_FOUND)
 */
export function showLead(ctx: LeadReader, { id }: { id: number }) {
  authorize(ctx.principal, 'leads:read')
  return readLead(ctx, id)
}

type LeadReader = Pick<LeadAdministration, 'db' | 'brands' | 'principal'>

/** Returns the same for an operation that has changed the lead, which needs no permission to read. */
export async function readLead({ db, brands, principal }: LeadReader, id: number) {
  const row = await findHeldLead(db.read, principal, id)
  const again = await listDuplicates(db.read, [id])
  const notes = await listNotes(db.read, [id])
  const idsOf = (kind: string) =>
    notes.flatMap((note) => (note.actor_kind === kind ? (note.actor_id ?? []) : []))
  const names = await listCallerNames(db.read, { users: idsOf('user'), tokens: idsOf('token') })
  const { byId } = await brands.getFresh()
  return {
    ...toRecord(row, byId.get(row.brand_id)!, again.length),
    notes: notes.map(({ at, actor_kind, actor_id, actor_name, text }) => ({
      at: toIsoMicros(at),
      actor: {
        kind: actor_kind,
        id: actor_id,
        name: actor_name ?? names.get(`${actor_kind}:${actor_id}`) ?? null,
      },
      text,
    })),
    ...(holds(principal, 'deliveries:read') && { deliveries: await listQueue(db.read, queueKeysOfLead(id)) }),
    came_again: again.map(toDuplicate),
  }
}
