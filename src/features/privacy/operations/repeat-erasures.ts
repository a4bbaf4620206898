import { DAY_MICROS } from '../../../platform/clock.ts'
import { authorize } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import { pagesOfLeadAddresses } from '../../leads/index.ts'
import { pagesOfOwnerAddresses } from '../../warranties/index.ts'
import type { PrivacyContext } from '../context.ts'
import { type Erasure, listErasures, removeErasures } from '../queries.ts'
import { erasePerson } from './erase-person.ts'

interface RepeatedErasures {
  /** People who were in the database again, and are erased again. */
  repeated: number
  /** Erasures whose key is no longer configured: their addresses can't be recognised. */
  unknown: number
  /** Whether everyone who was found is gone from everything. */
  complete: boolean
}

/** Erases everyone again who was erased before: after a restore, the backup's people are back. */
export async function repeatErasures(ctx: PrivacyContext): Promise<RepeatedErasures> {
  authorize(ctx.principal, 'people:erase')
  const erasures = [...(await listErasures(ctx.db.read)), ...(await ctx.erasures.read())]
  const erasedAt = new Map<string, Erasure>(erasures.map((erasure) => [erasure.hash, erasure]))
  const addresses = new Set<string>()
  for (const pages of [pagesOfOwnerAddresses(ctx.db.read), pagesOfLeadAddresses(ctx.db.read)]) {
    for await (const page of pages) {
      for (const address of page.map(emailKey)) {
        if (ctx.erasures.hashesOf(address).some(({ hash }) => erasedAt.has(hash))) addresses.add(address)
      }
    }
  }
  let complete = true
  for (const email of addresses) complete = (await erasePerson(ctx, { email })).complete && complete
  const unknown = [...erasedAt.values()].filter((erasure) => !ctx.erasures.hasKeyOf(erasure)).length
  return { repeated: addresses.size, unknown, complete }
}

/** Forgets erasures older than `days` days (0: none), when no backup has these people any more. Returns how many. */
export async function pruneErasures(
  { db, clock }: Pick<PrivacyContext, 'db' | 'clock'>,
  days: number,
): Promise<number> {
  if (days === 0) return 0
  return db.write((trx) => removeErasures(trx, clock.now() - days * DAY_MICROS))
}
