import { forgetAnswers } from '../../../platform/idempotency.ts'
import type { PersonMatcher } from '../../../platform/person-matcher.ts'
import { recordAudit } from '../../audit/index.ts'
import { erasePersonFromDeliveries, holdQueues } from '../../deliveries/index.ts'
import { erasePersonFromLeads, queueKeysOfLead } from '../../leads/index.ts'
import {
  erasePersonFromWarranties,
  type WarrantyContext,
  warrantiesOf,
  warrantyQueueKey,
} from '../../warranties/index.ts'
import { findPerson, isGone } from './find-person.ts'

/** What was taken away. */
export interface Erased {
  /** Entries of ownership that name nobody any more. */
  owners: number
  /** Warranties that these belong to, or whose texts named the person. */
  warranties: number
  leads: number
  /** Leads of others that named the person. */
  lead_mentions: number
  /** Deliveries of the leads that were dropped. */
  deliveries_dropped: number
  /** Kept answers that were forgotten. */
  answers: number
}

/**
 * Takes a person out of everything, in one transaction, and overwrites what is left of it in the database's files
 * (`purged`; false on PostgreSQL). `complete` is false where somebody wrote of the person meanwhile.
 */
export async function erasePerson(
  ctx: WarrantyContext,
  mention: PersonMatcher,
): Promise<Erased & { complete: boolean; purged: boolean }> {
  const brands = await ctx.brands.getFresh()
  const erased = await ctx.db.write(async (trx): Promise<Erased> => {
    // Of two at a time, each would put back what the other has taken out.
    await ctx.db.lock(trx, 'person.erase')
    // What takes long comes before anybody has to wait for what is locked, which is locked in the order in which attempts
    // are recorded.
    const found = await findPerson(trx, mention)
    const ids = warrantiesOf(found.warranties)
    const kept = ids.map(warrantyQueueKey)
    const ended = found.leads.own.flatMap(({ id }) => queueKeysOfLead(id))
    const naming = found.leads.mentions.flatMap(({ id }) => queueKeysOfLead(id))
    const held = await holdQueues(ctx.db, trx, [...kept, ...ended, ...naming])
    await forgetAnswers(trx, found.answers)
    const warranties = await erasePersonFromWarranties(ctx, trx, mention, { brands, ids, held })
    const { dropped } = await erasePersonFromDeliveries(trx, mention, found.deliveries, { kept, ended })
    await erasePersonFromLeads(ctx, trx, mention, found.leads)
    const counts = {
      ...warranties,
      leads: found.leads.own.length,
      lead_mentions: found.leads.mentions.length,
      deliveries_dropped: dropped,
      answers: found.answers.length,
    }
    await recordAudit(trx, [
      {
        at: ctx.clock.now(),
        principal: ctx.principal,
        action: 'person.erased',
        // Who it was is what nobody is to know.
        subject: { id: null, name: null },
        brandId: null,
        change: { before: null, after: counts },
      },
    ])
    return counts
  })
  ctx.deliveries.wake()
  const purged = await ctx.db.purge()
  return { ...erased, complete: isGone(await findPerson(ctx.db.read, mention)), purged }
}
