import type { Reader, Trx } from '../../../platform/db/db.ts'
import { type PersonMatcher, withoutMention } from '../../../platform/person-matcher.ts'
import { NO_FIELDS } from '../../audit/index.ts'
import type { Brands } from '../../brands/index.ts'
import { requireHeld } from '../../deliveries/index.ts'
import type { WarrantyContext } from '../context.ts'
import { phonePattern } from '../crm/phone.ts'
import { queueSync, warrantyQueueKey } from '../crm/queue-sync.ts'
import * as people from '../queries/person-queries.ts'
import {
  getWarranty,
  listOwnerships,
  touchWarranty,
  updateOwnership,
  updateWarranty,
} from '../queries/queries.ts'
import { replaceTerms } from '../queries/term-queries.ts'
import { auditWarranties } from '../records/audit.ts'
import { ERASED_OWNER } from '../records/contact.ts'
import { recordWarrantyEvents } from '../records/events.ts'

type Owner = Awaited<ReturnType<typeof listOwnerships>>[number]
/** This person's entry in a warranty's history. */
type Owned = Awaited<ReturnType<typeof people.listOwnedBy>>[number]

/** A text that names the person. */
interface WarrantyMention {
  warrantyId: number
  brandId: number
  hin: string
  field: string
}

/** A person's entries in warranties, and the texts that name them. */
export interface PersonInWarranties {
  owned: Owned[]
  mentions: WarrantyMention[]
}

export async function findPersonInWarranties(
  reader: Reader,
  mention: PersonMatcher,
): Promise<PersonInWarranties> {
  const owned = await people.listOwnedBy(reader, mention.key)
  const own = new Set(owned.map(({ id }) => id))
  const mentions: WarrantyMention[] = []
  for (const row of await people.findInWarranties(reader, mention)) {
    for (const field of fieldsNaming(row, people.WARRANTY_TEXTS, mention)) {
      mentions.push({ warrantyId: row.id, brandId: row.brand_id, hin: row.hin, field })
    }
  }
  for (const row of await people.findInOwnerships(reader, mention)) {
    if (own.has(row.id)) continue
    for (const field of fieldsNaming(row, people.OWNER_TEXTS, mention)) {
      mentions.push({ warrantyId: row.warranty_id, brandId: row.brand_id, hin: row.hin, field })
    }
  }
  return { owned, mentions }
}

/** Returns the warranties in which a person was found, in the order in which to lock them. */
export function warrantiesOf({ owned, mentions }: PersonInWarranties): number[] {
  const ids = new Set([...owned.map((one) => one.warranty_id), ...mentions.map((one) => one.warrantyId)])
  return [...ids].sort((a, b) => a - b)
}

/** The warranties to change, as `warrantiesOf` returns them, and the queues that are held meanwhile. */
interface Erasure {
  brands: Brands
  ids: readonly number[]
  held: ReadonlySet<string>
}

/**
 * Erases a person from these warranties: their data as owner and every text that names them. The warranties and all dates
 * stay. A webhook receives the change of a current owner; HighLevel cannot, because it knows contacts by address only.
 * Returns how many ownership entries and warranties changed. Throws what `requireHeld` throws.
 */
export async function erasePersonFromWarranties(
  ctx: WarrantyContext,
  trx: Trx,
  mention: PersonMatcher,
  { brands, ids, held }: Erasure,
): Promise<{ owners: number; warranties: number }> {
  const now = ctx.clock.now()
  for (const id of ids) await touchWarranty(trx, id, now)
  await requireHeld(trx, ids.map(warrantyQueueKey), held)
  const erased = { owners: 0, warranties: 0 }
  for (const id of ids) {
    const { owners, changed } = await eraseFrom(ctx, trx, brands, id, mention)
    erased.owners += owners
    erased.warranties += changed ? 1 : 0
  }
  return erased
}

/** Erases a person from a locked warranty. */
async function eraseFrom(
  ctx: WarrantyContext,
  trx: Trx,
  brands: Brands,
  id: number,
  mention: PersonMatcher,
): Promise<{ owners: number; changed: boolean }> {
  const history = await listOwnerships(trx, [id])
  const mine = history.filter((row) => row.email_key === mention.key)
  const traces = mine.flatMap(tracesOf)
  let changed = false
  let present: Owner | undefined
  for (const row of history) {
    const texts = withoutMention(row, people.OWNER_TEXTS, mention)
    const notes = withoutMention(row, ['transfer_notes'], mention, traces)
    const change = mine.includes(row) ? { ...ERASED_OWNER, transfer_notes: null } : { ...texts, ...notes }
    if (Object.keys(change).length === 0) continue
    changed = true
    await updateOwnership(trx, row.id, change)
    if (row.transfer_date === null) present = { ...row, ...change }
  }
  const before = await people.getWarrantyTexts(trx, id)
  if (present) await replaceTerms(trx, { ...before, owner: present })
  const isPresent = mine.some((one) => one.transfer_date === null)
  const change = {
    ...withoutMention(before, people.WARRANTY_TEXTS, mention),
    ...withoutMention(before, ['warranty_notes'], mention, traces),
    // The CRM's id of the current owner, and what it stores about them.
    ...(isPresent ? { crm_contact_id: null, crm_differences: null } : {}),
  }
  if (Object.keys(change).length > 0) {
    changed = true
    await updateWarranty(trx, id, change)
  }
  if (!changed) return { owners: 0, changed }
  const brand = brands.byId.get(before.brand_id)
  if (isPresent && brand?.warrantyCrm?.type === 'webhook') {
    await queueSync(ctx, trx, { event: 'warranty.updated', id, brand })
  }
  const row = await getWarranty(trx, id)
  await recordWarrantyEvents(trx, [{ at: ctx.clock.now(), type: 'warranty.updated', row, brand }])
  await auditWarranties(trx, 'warranty.person_erased', [
    {
      at: ctx.clock.now(),
      principal: ctx.principal,
      warranty: { id, hin: before.hin, brand_id: before.brand_id },
      change: NO_FIELDS,
    },
  ])
  return { owners: mine.length, changed }
}

/** Returns what names an owner in a text, apart from the e-mail address. */
function tracesOf({ first_name, last_name, phone, address, country_code }: Owner): (string | RegExp)[] {
  const names = [`${first_name} ${last_name}`, `${last_name}, ${first_name}`]
  const numbers = phone === null ? [] : [phone, phonePattern(phone, country_code)]
  return [...names, ...numbers, address].filter((trace) => trace !== null)
}

function fieldsNaming<K extends string>(
  row: Record<K, unknown>,
  columns: readonly K[],
  mention: PersonMatcher,
): K[] {
  return columns.filter((column) => mention.isIn(String(row[column] ?? '')))
}
