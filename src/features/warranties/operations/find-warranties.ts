import { isCalendarDate } from '../../../platform/dates.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { AppError, type Issue } from '../../../platform/errors.ts'
import { fold } from '../../../platform/like-pattern.ts'
import { emailKey, isEmail } from '../../../platform/validate.ts'
import { type Brands, pickBrand } from '../../brands/index.ts'
import { canonicalHin } from '../hin/hin.ts'
import type { WarrantyRow } from '../queries/queries.ts'
import { type Search, searchWarranties } from '../queries/search-queries.ts'
import type { SyncStatus, WarrantyStatus } from '../schemas.ts'

/** What somebody at a terminal looks for. Owners are the present ones. */
export interface Find {
  hin?: string
  email?: string
  phone?: string
  name?: string
  /** A brand's slug or id. */
  brand?: string
  status?: WarrantyStatus
  syncStatus?: SyncStatus
  registeredFrom?: string
  registeredTo?: string
}

const PAGE = 500
const FEWEST_DIGITS = 4

/** At most `limit` warranties that fit, the newest first. Throws VALIDATION_ERROR with every fault, NOT_FOUND for the brand. */
export async function findByAnything(
  reader: Reader,
  brands: Brands,
  find: Find,
  limit: number,
): Promise<WarrantyRow[]> {
  const search = readFind(brands, find)
  const fits = looksFor(search)
  const found: WarrantyRow[] = []
  let before: number | undefined
  while (found.length < limit && search.brandIds.length > 0) {
    const rows = await searchWarranties(reader, search, { before, limit: PAGE })
    found.push(...rows.filter(fits))
    if (rows.length < PAGE) break
    before = rows.at(-1)!.id
  }
  return found.slice(0, limit)
}

function readFind({ byId }: Brands, find: Find): Search {
  const issues: Issue[] = []
  const { hin, email, phone, name, brand } = find
  const fault = (field: string, message: string) => void issues.push({ field, message })
  if (hin !== undefined && !/^[A-Za-z0-9]{1,12}$/.test(hin)) {
    fault('--hin', 'must be a HIN or the beginning of one: up to 12 letters and digits')
  }
  if (email !== undefined && !isEmail(email.trim())) fault('--email', 'must be an e-mail address')
  const digits = phone?.replace(/\D/g, '')
  if (digits !== undefined && digits.length < FEWEST_DIGITS) {
    fault('--phone', `must have at least ${FEWEST_DIGITS} digits`)
  }
  if (name?.trim() === '') fault('--name', 'must not be empty')
  for (const [option, date] of [
    ['--registered-from', find.registeredFrom],
    ['--registered-to', find.registeredTo],
  ] as const) {
    if (date !== undefined && !isCalendarDate(date)) fault(option, 'must be a real date: YYYY-MM-DD')
  }
  if (issues.length > 0) throw new AppError('VALIDATION_ERROR', 'Nothing can be looked for.', { issues })
  return {
    brandIds: brand === undefined ? [...byId.keys()] : [pickBrand(byId.values(), brand).id],
    hin: hin && canonicalHin(hin),
    emailKey: email && emailKey(email.trim()),
    name: name?.trim(),
    phone: digits,
    warrantyStatus: find.status,
    syncStatus: find.syncStatus,
    registeredFrom: find.registeredFrom,
    registeredTo: find.registeredTo,
  }
}

/** Judges what the database could only judge roughly. */
function looksFor({ name, phone }: Search): (row: WarrantyRow) => boolean {
  const wanted = name === undefined ? undefined : fold(name)
  return (row) => {
    if (wanted !== undefined && !fold(`${row.first_name} ${row.last_name}`).includes(wanted)) return false
    return phone === undefined || (row.phone ?? '').replace(/\D/g, '').includes(phone)
  }
}
