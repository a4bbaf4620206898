import type { Reader, Trx } from '../../platform/db/db.ts'
import { type Mention, withoutMention } from '../../platform/mention.ts'
import { NO_FIELDS } from '../audit/index.ts'
import type { Brands } from '../brands/index.ts'
import { disownAttempts } from '../deliveries/index.ts'
import { recordWarranties } from './audit.ts'
import { ERASED_OWNER } from './contact.ts'
import type { WarrantyAdministration } from './context.ts'
import { laneOf, queueSync } from './crm-sync.ts'
import * as people from './person-queries.ts'
import { phonePattern } from './phone.ts'
import { listOwnerships, touchWarranty, updateOwnership, updateWarranty } from './queries.ts'

/** An entry of a warranty's history that is this person's. */
type Owned = Awaited<ReturnType<typeof people.listOwnedBy>>[number]

/** Where a text about something else names the person. */
interface WarrantyMention {
  warrantyId: number
  brandId: number
  hin: string
  field: string
}

/** What warranties hold of a person. */
export interface PersonInWarranties {
  owned: Owned[]
  mentions: WarrantyMention[]
}

export async function findPersonInWarranties(reader: Reader, mention: Mention): Promise<PersonInWarranties> {
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

/**
 * Takes a person out of all warranties: who they are and every text that names them. The warranties, their dates and
 * the dates of the ownership stay. A brand's webhook is told where the present owner went; HighLevel knows contacts
 * by address only, and cannot be. Answers the hulls that they own or have owned, and the lanes of the warranties'
 * deliveries.
 */
export async function erasePersonFromWarranties(
  ctx: WarrantyAdministration,
  trx: Trx,
  brands: Brands,
  mention: Mention,
): Promise<{ owners: number; warranties: number; hins: string[]; lanes: string[] }> {
  const found = await findPersonInWarranties(trx, mention)
  const ids = new Set([
    ...found.owned.map((one) => one.warranty_id),
    ...found.mentions.map((one) => one.warrantyId),
  ])
  const lanes = [...ids].map(laneOf)
  await disownAttempts(trx, lanes)
  // In one order everywhere, so that two transactions wait for each other in turn and never in a circle.
  for (const id of [...ids].sort((a, b) => a - b)) {
    const owned = found.owned.filter((one) => one.warranty_id === id)
    await eraseFrom(ctx, trx, brands, id, owned, mention)
  }
  return {
    owners: found.owned.length,
    warranties: ids.size,
    hins: found.owned.map(({ hin }) => hin),
    lanes,
  }
}

async function eraseFrom(
  ctx: WarrantyAdministration,
  trx: Trx,
  brands: Brands,
  id: number,
  owned: readonly Owned[],
  mention: Mention,
): Promise<void> {
  const now = ctx.clock.now()
  await touchWarranty(trx, id, now)
  const traces = owned.flatMap(tracesOf)
  const mine = new Set(owned.map((one) => one.id))
  for (const row of await listOwnerships(trx, [id])) {
    const texts = withoutMention(row, people.OWNER_TEXTS, mention)
    const notes = withoutMention(row, ['transfer_notes'], mention, traces)
    const change = mine.has(row.id) ? { ...ERASED_OWNER, transfer_notes: null } : { ...texts, ...notes }
    if (Object.keys(change).length > 0) await updateOwnership(trx, row.id, change)
  }
  const before = await people.getWarrantyTexts(trx, id)
  const isPresent = owned.some((one) => one.transfer_date === null)
  const change = {
    ...withoutMention(before, people.WARRANTY_TEXTS, mention),
    ...withoutMention(before, ['warranty_notes'], mention, traces),
    // The CRM's number for the present owner, and what it holds of them.
    ...(isPresent ? { crm_contact_id: null, crm_differences: null } : {}),
  }
  if (Object.keys(change).length > 0) await updateWarranty(trx, id, change)
  const brand = brands.byId.get(before.brand_id)
  if (isPresent && brand?.warrantyCrm?.type === 'webhook') {
    await queueSync(ctx, trx, 'warranty.updated', id, brand)
  }
  await recordWarranties(trx, 'warranty.person_erased', [
    {
      at: now,
      actor: ctx.actor,
      warranty: { id, hin: before.hin, brand_id: before.brand_id },
      change: NO_FIELDS,
    },
  ])
}

/** What names an owner in a text beside the e-mail address. */
function tracesOf({ first_name, last_name, phone, address, country_code }: Owned): (string | RegExp)[] {
  const names = [`${first_name} ${last_name}`, `${last_name}, ${first_name}`]
  const numbers = phone === null ? [] : [phone, phonePattern(phone, country_code)]
  return [...names, ...numbers, address].filter((trace) => trace !== null)
}

function fieldsNaming<K extends string>(
  row: Record<K, unknown>,
  columns: readonly K[],
  mention: Mention,
): K[] {
  return columns.filter((column) => mention.isIn(String(row[column] ?? '')))
}
