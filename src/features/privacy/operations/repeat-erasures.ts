import { DAY_MICROS } from '../../../platform/clock.ts'
import { authorize } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import { pagesOfLeadAddresses } from '../../leads/index.ts'
import { pagesOfRegistrationAddresses } from '../../registrations/index.ts'
import { pagesOfOwnerAddresses } from '../../warranties/index.ts'
import type { PrivacyContext } from '../context.ts'
import { type Erasure, listErasures, removeErasures } from '../queries.ts'
import type { Within } from '../search-person.ts'
import { erasePerson } from './erase-person.ts'

interface RepeatedErasures {
  /** People who were in the database again, and are erased again. */
  repeated: number
  /** Erasures whose key is no longer configured: their addresses can't be recognized. */
  unknown: number
  /** Whether everyone who was found is gone from everything. */
  complete: boolean
}

/** Erases everyone again who was erased before: after a restore, the backup's people are back. */
export async function repeatErasures(ctx: PrivacyContext): Promise<RepeatedErasures> {
  authorize(ctx.principal, 'people:erase')
  const erasures = [...(await listErasures(ctx.db.read)), ...(await ctx.erasures.read())]
  const erasedAt = new Map<string, Erasure>(erasures.map((erasure) => [erasure.hash, erasure]))
  const brandIds = [...(await ctx.brands.getFresh()).byId.keys()]
  const isErased = (key: string) => ctx.erasures.hashesOf(key).some(({ hash }) => erasedAt.has(hash))
  const addresses = new Map<string, Within>()
  const { read } = ctx.db
  for (const pages of [
    pagesOfOwnerAddresses(read),
    pagesOfLeadAddresses(read),
    pagesOfRegistrationAddresses(read),
  ]) {
    for await (const page of pages) {
      for (const address of page.map(emailKey)) {
        if (addresses.has(address)) continue
        const within = new Set(brandIds.filter((id) => isErased(`${id}:${address}`)))
        if (isErased(address)) addresses.set(address, undefined)
        else if (within.size > 0) addresses.set(address, within)
      }
    }
  }
  let complete = true
  for (const [email, within] of addresses) {
    complete = (await erasePerson(ctx, { email, ...(within && { within }) })).complete && complete
  }
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
