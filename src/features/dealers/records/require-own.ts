import type { Reader } from '../../../platform/db/db.ts'
import { Forbidden, Invalid } from '../../../platform/errors.ts'
import { brandsOf, type Principal } from '../../../platform/principal.ts'
import { findGroups } from '../queries/group-queries.ts'
import { listBrandIds, listGroupBrandIds } from '../queries/record-queries.ts'

/**
 * Fields of a dealer concern all of its brands.
 * @throws Forbidden (BRAND_NOT_PERMITTED) unless the principal holds all brands of the dealer
 */
export async function requireDealer(reader: Reader, principal: Principal, id: number): Promise<void> {
  const held = brandsOf(principal)
  if (!held) return
  const links = await listBrandIds(reader, [id])
  if (links.every((link) => held.has(link.brand_id))) return
  throw new Forbidden(
    'BRAND_NOT_PERMITTED',
    `Dealer ${id} also carries brands that you don't hold. You can only add and remove your own brands.`,
  )
}

/** @throws Forbidden (BRAND_NOT_PERMITTED) unless the principal holds all brands of the group's dealers */
export async function requireGroup(reader: Reader, principal: Principal, id: number): Promise<void> {
  const held = brandsOf(principal)
  if (!held) return
  if ((await listGroupBrandIds(reader, id)).every((brandId) => held.has(brandId))) return
  throw new Forbidden(
    'BRAND_NOT_PERMITTED',
    `Group ${id} also has dealers of brands that you don't hold. You can't change it.`,
  )
}

/** @throws Invalid (VALIDATION_ERROR) for a group that the principal doesn't see */
export async function requireVisibleGroup(
  reader: Reader,
  principal: Principal,
  id: number | null | undefined,
): Promise<void> {
  const held = brandsOf(principal)
  if (!held || id === null || id === undefined) return
  if ((await findGroups(reader, held, { id })).some((group) => group.id === id)) return
  throw new Invalid([{ field: 'group_id', message: `There is no dealer group ${id}.` }])
}
