import { toUtcDate } from '../../../platform/clock.ts'
import { isCalendarDate } from '../../../platform/dates.ts'
import { Invalid, issue } from '../../../platform/errors.ts'
import { fold } from '../../../platform/like-pattern.ts'
import { authorize } from '../../../platform/principal.ts'
import { emailKey, isEmail } from '../../../platform/validate.ts'
import type { WarrantyContext } from '../context.ts'
import { canonicalHin } from '../hin/hin.ts'
import type { WarrantyRow } from '../queries/queries.ts'
import { type Search, searchWarranties } from '../queries/search-queries.ts'
import { type ExportedWarranty, toExported } from '../records/record.ts'
import { brandIdsOf } from '../records/select-warranty.ts'
import type { SyncStatus, WarrantyStatus } from '../schemas.ts'

const PAGE_SIZE = 500
const MIN_DIGITS = 4

/** The search criteria. Owners are the current ones. */
export interface FindInput {
  /** A HIN or its beginning. */
  hin?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  name?: string | undefined
  brandId?: number | undefined
  status?: WarrantyStatus | undefined
  syncStatus?: SyncStatus | undefined
  registeredFrom?: string | undefined
  registeredTo?: string | undefined
  limit: number
}

/**
 * Returns up to `limit` matching warranties, newest first, and whether there are more.
 * @throws Invalid (VALIDATION_ERROR) with every issue, Forbidden
 */
export async function findWarranties(
  ctx: WarrantyContext,
  input: FindInput,
): Promise<{ warranties: ExportedWarranty[]; hasMore: boolean }> {
  authorize(ctx.principal, 'warranty:list')
  const { principal, clock } = ctx
  const brands = await ctx.brands.getFresh()
  const today = toUtcDate(clock.now())
  const search = readInput(input, brandIdsOf({ principal, brands }, input.brandId), today)
  const isMatch = matcherFor(search)
  const found: WarrantyRow[] = []
  let before: number | undefined
  // One more than asked for tells whether there are others.
  while (found.length <= input.limit && search.brandIds.length > 0) {
    const rows = await searchWarranties(ctx.db.read, search, { before, limit: PAGE_SIZE })
    found.push(...rows.filter(isMatch))
    if (rows.length < PAGE_SIZE) break
    before = rows.at(-1)!.id
  }
  return {
    warranties: found
      .slice(0, input.limit)
      .map((row) => toExported(row, brands.byId.get(row.brand_id)!, today)),
    hasMore: found.length > input.limit,
  }
}

function readInput(input: FindInput, brandIds: number[], today: string): Search {
  const { hin, email, phone, name, registeredFrom, registeredTo } = input
  const digits = phone?.replace(/\D/g, '')
  const date = 'must be a real date: YYYY-MM-DD'
  const rules: [field: string, isValid: boolean, predicate: string][] = [
    ['hin', hin === undefined || /^[A-Za-z0-9]{1,12}$/.test(hin), 'must have up to 12 letters and digits'],
    ['email', email === undefined || isEmail(email.trim()), 'must be an e-mail address'],
    ['phone', digits === undefined || digits.length >= MIN_DIGITS, `must have at least ${MIN_DIGITS} digits`],
    ['name', name?.trim() !== '', 'must not be empty'],
    ['registered_from', registeredFrom === undefined || isCalendarDate(registeredFrom), date],
    ['registered_to', registeredTo === undefined || isCalendarDate(registeredTo), date],
  ]
  const issues = rules
    .filter(([, isValid]) => !isValid)
    .map(([field, , predicate]) => issue(field, predicate))
  if (issues.length > 0) throw new Invalid(issues)
  return {
    brandIds,
    hin: hin && canonicalHin(hin),
    emailKey: email && emailKey(email.trim()),
    name: name?.trim(),
    phone: digits,
    warrantyStatus: input.status,
    today,
    syncStatus: input.syncStatus,
    registeredFrom,
    registeredTo,
  }
}

/** The database matches names and phone numbers too broadly. */
function matcherFor({ name, phone }: Search): (row: WarrantyRow) => boolean {
  const wanted = name === undefined ? undefined : fold(name)
  return (row) => {
    if (wanted !== undefined && !fold(`${row.first_name} ${row.last_name}`).includes(wanted)) return false
    return phone === undefined || (row.phone ?? '').replace(/\D/g, '').includes(phone)
  }
}
