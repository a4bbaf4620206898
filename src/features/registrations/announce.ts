import { createHash } from 'node:crypto'
import { DAY_MICROS, type Micros } from '../../platform/clock.ts'
import type { Trx } from '../../platform/db/db.ts'
import { take } from '../../platform/throttle.ts'
import { recordEvents } from '../events/index.ts'
import type { RegistrationContext } from './context.ts'
import { ownerMail } from './mail/owner-mail.ts'
import type { RegistrationRow } from './queries.ts'
import { toRecord } from './record.ts'

/** The most confirmations that one address gets in a day: anybody can register in its name. */
const MOST_CONFIRMATIONS = 5

/**
 * Records in the transaction of a change what became of a registration, for endpoints and the feed, and queues the mail
 * to its owner.
 * @param row the registration as it stands now
 */
export async function announce(
  { brands, deliveries, mailer }: Pick<RegistrationContext, 'brands' | 'deliveries' | 'mailer'>,
  trx: Trx,
  row: RegistrationRow,
  at: Micros,
): Promise<void> {
  const { id, brand_id: brandId, state } = row
  const brand = (await brands.getFresh()).byId.get(brandId)!
  const data = toRecord(row, brand)
  await recordEvents(trx, [
    { at, type: `registration.${state}`, brandId, subject: `registration:${id}`, data },
  ])
  if (!mailer || row.email_key === null) return
  if (state === 'received' && !(await mayConfirm(trx, row.email_key, at))) return
  await deliveries.enqueueAll(trx, [ownerMail(row)])
}

async function mayConfirm(trx: Trx, emailKey: string, at: Micros): Promise<boolean> {
  const digest = createHash('sha256').update(emailKey).digest('base64url')
  const limit = {
    key: `registration:mail:${digest}`,
    most: MOST_CONFIRMATIONS,
    windowMs: DAY_MICROS / 1_000,
  }
  return (await take(trx, limit, at)) === 0
}
