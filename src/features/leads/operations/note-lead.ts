import { type Static, Type } from 'typebox'
import { FilledText } from '../../../platform/input-schemas.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import { NO_FIELDS, recordAudit } from '../../audit/index.ts'
import type { LeadAdministration } from '../context.ts'
import { findHeldLead } from '../find-lead.ts'
import { changeLead, insertNote } from '../queries.ts'
import { readLead, type ShownLead } from './show-lead.ts'

export const Note = Type.Object({ text: FilledText(5_000) }, { additionalProperties: false })

/** Adds a note to a lead. Returns the lead. @throws NotFound (NOT_FOUND) */
export async function noteLead(
  ctx: Pick<LeadAdministration, 'db' | 'clock' | 'brands' | 'principal'>,
  { id, ...input }: { id: number } & Static<typeof Note>,
): Promise<ShownLead> {
  const { db, clock, principal } = ctx
  authorize(principal, 'leads:write')
  const { text } = parse(Note, input)
  await db.write(async (trx) => {
    const lead = await findHeldLead(trx, principal, id)
    const at = clock.now()
    await insertNote(trx, {
      lead_id: id,
      at,
      actor_kind: principal.kind,
      actor_id: 'id' in principal ? principal.id : null,
      actor_name: 'name' in principal ? principal.name : null,
      text,
    })
    await changeLead(trx, id, { updated_at: at })
    await recordAudit(trx, [
      {
        at,
        principal,
        action: 'lead.noted',
        subject: { id, name: null },
        brandId: lead.brand_id,
        change: NO_FIELDS,
      },
    ])
  })
  return readLead(ctx, id)
}
