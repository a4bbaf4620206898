import type { Trx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { SYSTEM } from '../../../platform/principal.ts'
import type { RegistrationContext } from '../context.ts'
import { findDuplicates } from '../duplicates.ts'
import { findMismatches } from '../match.ts'
import { changeRegistration, findRegistration, listDue } from '../queries.ts'
import { acceptIn } from './accept-registration.ts'

const PAGE = 100

/**
 * Accepts the new registrations that match, of brands that want it; the others wait for staff. It runs apart from the
 * request, whose time must not tell whether the HIN is known. Returns how many it accepted.
 */
export async function acceptMatching(services: Omit<RegistrationContext, 'principal'>): Promise<number> {
  const ctx: RegistrationContext = { ...services, principal: SYSTEM }
  const { byId } = await ctx.brands.getFresh()
  if (![...byId.values()].some(({ registrationAutoAccept }) => registrationAutoAccept)) return 0
  let accepted = 0
  for (;;) {
    const ids = await listDue(ctx.db.read, PAGE)
    for (const id of ids) if (await acceptIfMatching(ctx, id)) accepted++
    if (accepted > 0) ctx.deliveries.wake()
    if (ids.length < PAGE) return accepted
  }
}

async function acceptIfMatching(ctx: RegistrationContext, id: number): Promise<boolean> {
  try {
    return await ctx.db.write((trx) => check(ctx, trx, id))
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error
    // A warranty with this HIN came at the same moment, say.
    await ctx.db.write((trx) => changeRegistration(trx, id, { check_due: null }))
    return false
  }
}

async function check(ctx: RegistrationContext, trx: Trx, id: number): Promise<boolean> {
  await ctx.db.lock(trx, `registration:${id}`)
  const row = await findRegistration(trx, id)
  if (row?.state !== 'received') return false
  const { byId } = await ctx.brands.getFresh()
  if (byId.get(row.brand_id)?.registrationAutoAccept) {
    const duplicates = (await findDuplicates(trx, [row])).get(id) ?? []
    const mismatches = await findMismatches(trx, row, { duplicates, now: ctx.clock.now() })
    if (mismatches.length === 0) {
      await acceptIn(ctx, trx, { id, fields: {} })
      return true
    }
  }
  await changeRegistration(trx, id, { check_due: null })
  return false
}
