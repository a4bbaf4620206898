import { forgetAnswers } from '../../platform/idempotency.ts'
import type { Mention } from '../../platform/mention.ts'
import { recordAudit } from '../audit/index.ts'
import { erasePersonFromDeliveries } from '../deliveries/index.ts'
import { erasePersonFromLeads } from '../leads/index.ts'
import { erasePersonFromWarranties, type WarrantyAdministration } from '../warranties/index.ts'
import { findAnswersAbout, findPerson, isGone } from './find-person.ts'

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
  ctx: WarrantyAdministration,
  mention: Mention,
): Promise<Erased & { complete: boolean; purged: boolean }> {
  const brands = await ctx.brands.current()
  const erased = await ctx.db.write(async (trx): Promise<Erased> => {
    const warranties = await erasePersonFromWarranties(ctx, trx, brands, mention)
    const leads = await erasePersonFromLeads(ctx, trx, mention)
    const lanes = { kept: warranties.lanes, ended: leads.lanes }
    const { dropped } = await erasePersonFromDeliveries(trx, mention, lanes)
    const answers = await findAnswersAbout(trx, mention, { hins: warranties.hins, leadIds: leads.ids })
    await forgetAnswers(trx, answers)
    const counts = {
      owners: warranties.owners,
      warranties: warranties.warranties,
      leads: leads.ids.length,
      lead_mentions: leads.mentions,
      deliveries_dropped: dropped,
      answers: answers.length,
    }
    await recordAudit(trx, [
      {
        at: ctx.clock.now(),
        actor: ctx.actor,
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
