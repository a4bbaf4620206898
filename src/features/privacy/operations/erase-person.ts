import type { Micros } from '../../../platform/clock.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { deleteAnswers } from '../../../platform/idempotency.ts'
import { authorize, brandsOf } from '../../../platform/principal.ts'
import { onlyBrand, recordAudit } from '../../audit/index.ts'
import { dropEvents, erasePersonFromDeliveries, holdQueues, queuesOfEvents } from '../../deliveries/index.ts'
import { eraseEvents, listEventIds } from '../../events/index.ts'
import { erasePersonFromImports } from '../../imports/index.ts'
import { erasePersonFromLeads, queueKeysOfLead } from '../../leads/index.ts'
import { erasePersonFromRegistrations, ownerMailQueueKey } from '../../registrations/index.ts'
import { erasePersonFromWarranties, warrantiesOf, warrantyQueueKey } from '../../warranties/index.ts'
import type { PrivacyContext } from '../context.ts'
import { keysOf } from '../erasure-log.ts'
import { type Erasure, saveErasure } from '../queries.ts'
import { readFor } from '../read-for.ts'
import { type FoundPerson, isGone, matcherFor, searchPerson, type Within } from '../search-person.ts'

/** The removed data. */
interface Erased {
  /** Ownerships that no longer name anybody. */
  owners: number
  /** Warranties of these ownerships, or whose texts named the person. */
  warranties: number
  leads: number
  /** Other people's leads that named the person. */
  lead_mentions: number
  /** The person's own registrations, which are deleted. */
  registrations: number
  /** Other people's registrations that named the person. */
  registration_mentions: number
  /** Unsent deliveries of the person's leads, registrations and events. */
  deliveries_dropped: number
  /** Stored events of these warranties, leads and registrations, and others that named the person. */
  events: number
  /** Imports whose stored files are deleted. */
  imports: number
  /** Responses stored for repeated requests. */
  answers: number
}

interface ErasedPerson extends Erased {
  /** False where somebody wrote about the person meanwhile. */
  complete: boolean
  /** Whether old copies in the database's files are overwritten; always false on PostgreSQL. */
  purged: boolean
  /** Whether the erasure is in the file that a restore does not replace. */
  on_file: boolean
}

/**
 * Removes a person from everything in one transaction, and remembers the erasure by a keyed hash of the address. A
 * principal that is limited to brands removes the person from what these hold.
 * @param options.within limits it further: what an earlier erasure was limited to
 * @throws Invalid for what is not an e-mail address
 */
export async function erasePerson(
  ctx: PrivacyContext,
  { email, within = brandsOf(ctx.principal) }: { email: string; within?: Within },
): Promise<ErasedPerson> {
  authorize(ctx.principal, 'people:erase')
  const mention = matcherFor(email)
  const erasures = (erased_at: Micros) =>
    keysOf(mention.key, within).map((key) => ({ ...ctx.erasures.hashesOf(key)[0], erased_at }))
  const brands = await ctx.brands.getFresh()
  const erased = await ctx.db.write(async (trx): Promise<Erased> => {
    // Two at the same time would each restore what the other has removed.
    await ctx.db.lock(trx, 'person.erase')
    // The slow search comes before the locks, which are taken in the order in which attempts are recorded.
    const found = await searchPerson(trx, mention, within)
    const ids = warrantiesOf(found.warranties)
    const kept = ids.map(warrantyQueueKey)
    const ended = [
      ...found.leads.own.flatMap(({ id }) => queueKeysOfLead(id)),
      ...found.registrations.own.map(({ id }) => ownerMailQueueKey(id)),
    ]
    const naming = [
      ...found.leads.mentions.flatMap(({ id }) => queueKeysOfLead(id)),
      ...found.registrations.mentions.map(({ id }) => ownerMailQueueKey(id)),
    ]
    const events = await listPastEvents(trx, found)
    const told = await queuesOfEvents(trx, events)
    const held = await holdQueues(ctx.db, trx, [...kept, ...ended, ...naming, ...told])
    await deleteAnswers(trx, found.answers)
    const untold = await dropEvents(trx, events)
    await eraseEvents(trx, events)
    const warranties = await erasePersonFromWarranties(ctx, trx, mention, { brands, ids, held })
    const { dropped } = await erasePersonFromDeliveries(trx, mention, found.deliveries, { kept, ended })
    await erasePersonFromLeads(ctx, trx, mention, found.leads)
    await erasePersonFromRegistrations(ctx, trx, mention, found.registrations)
    await erasePersonFromImports(ctx, trx, mention, found.imports)
    const counts = {
      ...warranties,
      leads: found.leads.own.length,
      lead_mentions: found.leads.mentions.length,
      registrations: found.registrations.own.length,
      registration_mentions: found.registrations.mentions.length,
      deliveries_dropped: dropped + untold,
      events: events.length,
      imports: found.imports.length,
      answers: found.answers.length,
    }
    await recordAudit(trx, [
      {
        at: ctx.clock.now(),
        principal: ctx.principal,
        action: 'person.erased',
        // Nobody may know who it was.
        subject: { id: null, name: null },
        brandId: onlyBrand(within),
        change: { before: null, after: counts },
      },
    ])
    for (const erasure of erasures(ctx.clock.now())) await saveErasure(trx, erasure)
    return counts
  })
  ctx.deliveries.wake()
  const purged = await ctx.db.purge()
  const complete = isGone(await readFor(ctx, (reader) => searchPerson(reader, mention, within)))
  return {
    ...erased,
    complete,
    purged,
    on_file: await isOnFile(appendAll(ctx, erasures(ctx.clock.now()))),
  }
}

/** Returns all stored events of the records in which the person was found, and all others that mention them. */
async function listPastEvents(
  reader: Reader,
  { warranties, leads, registrations, events }: FoundPerson,
): Promise<number[]> {
  const subjects = [
    ...warrantiesOf(warranties).map((id) => `warranty:${id}`),
    ...[...leads.own, ...leads.mentions].map(({ id }) => `lead:${id}`),
    ...[...registrations.own, ...registrations.mentions].map(({ id }) => `registration:${id}`),
  ]
  return [...new Set([...(await listEventIds(reader, subjects)), ...events.map(({ id }) => id)])]
}

async function appendAll({ erasures }: PrivacyContext, done: readonly Erasure[]): Promise<void> {
  for (const erasure of done) await erasures.append(erasure)
}

/** The erasure is done and in the database: a folder that cannot be written to does not undo it. */
function isOnFile(appended: Promise<void>): Promise<boolean> {
  return appended.then(
    () => true,
    () => false,
  )
}
