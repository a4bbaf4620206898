import { oneLine } from '../../platform/cli/output.ts'
import type { Trx } from '../../platform/db/db.ts'
import { AppError, type Issue } from '../../platform/errors.ts'
import { authorize } from '../../platform/principal.ts'
import { type HashedPasswords, writeWithPasswords } from '../access/index.ts'
import { type BrandContext, listBrands } from '../brands/index.ts'
import {
  type FindPoint,
  findDealerIds,
  lockDealers,
  lookUpPoints,
  type Places,
  toDealerInput,
} from '../dealers/index.ts'
import { applyTokens, applyUsers, emailOf } from './apply-access.ts'
import { applyBrands, applyFallbackDealers } from './apply-brands.ts'
import type { Run } from './apply-context.ts'
import { applyDealers, applyGroups, deleteGroups } from './apply-dealers.ts'
import { applyEventEndpoints } from './apply-event-endpoints.ts'
import { applyTerritories } from './apply-territories.ts'
import { readDocument, type SetupDocument } from './document.ts'
import { referencesTo } from './references.ts'

/** The context of `applySetup`. */
export interface SetupContext extends BrandContext, Places {}

/** The records of the file with their ids, in its order, and sentences that are worth knowing. */
export interface SetupOutcome {
  brands: { id: number; slug: string }[]
  dealers: { id: number; dealer_code: string }[]
  api_users: { id: number; email: string }[]
  /** `token` only if it was generated now. */
  api_tokens: { id: number; name: string; token?: string }[]
  /** Absent if the file has none; `secret` only if it was generated now. */
  event_endpoints?: { id: number; url: string; secret?: string }[]
  notes: string[]
}

/**
 * Saves the records of the file: all of them, or none if anything is wrong. Applied again, the file changes nothing.
 * @throws AppError INVALID_JSON, or VALIDATION_ERROR with every issue and its path
 */
export async function applySetup(ctx: SetupContext, file: Buffer): Promise<SetupOutcome> {
  for (const kind of ['brands', 'dealers', 'access']) authorize(ctx.principal, `${kind}:write`)
  const document = readDocument(file, ctx)
  const users = document.users.map((entry) => ({ ...entry.value, email: emailOf(entry) }))
  // Before the transaction: a geocoding service is slow, and the database must not wait for it.
  const findPoint = await findPoints(ctx, document)
  return writeWithPasswords(ctx, users, async (trx, passwords) => {
    if (isAboutDealers(document)) await lockDealers(ctx.db, trx)
    return applyDocument(ctx, trx, document, { passwords, findPoint })
  })
}

/** Imports change these, too. */
function isAboutDealers({ groups, dealers, territories }: SetupDocument): boolean {
  return groups.length + dealers.length + territories.length > 0
}

/** The results of slow work before the transaction. */
interface Prepared {
  passwords: HashedPasswords
  findPoint: FindPoint
}

async function findPoints(ctx: SetupContext, { dealers, issues }: SetupDocument): Promise<FindPoint> {
  if (issues.length > 0) return () => null
  const inputs = dealers.map(({ value }) => toDealerInput(value))
  return lookUpPoints(ctx.db.read, inputs, ctx)
}

async function applyDocument(
  { db, clock, principal }: SetupContext,
  trx: Trx,
  document: SetupDocument,
  { passwords, findPoint }: Prepared,
): Promise<SetupOutcome> {
  const unread = new Set(document.issues.map(({ field }) => field))
  const run: Run = { db, clock, principal, trx, issues: [...document.issues], unread, notes: [] }

  const savedBrands = await applyBrands(run, document.brands)
  const brands = referencesTo('brand', await brandIds(trx), document.named.brands)
  const savedGroups = await applyGroups(run, document.groups)
  const namedGroups = document.named.groups
  const savedDealers = await applyDealers(run, document.dealers, { brands, findPoint, namedGroups })
  await deleteGroups(run, document.groups, savedGroups)
  const dealers = referencesTo('dealer', await dealerIds(trx, document), document.named.dealers)
  await applyTerritories(run, document.territories, { brands, dealers })
  await applyFallbackDealers(run, document.brands, savedBrands, dealers)
  const users = await applyUsers(run, document.users, { brands, passwords })
  const tokens = await applyTokens(run, document.tokens, brands)
  const endpoints = await applyEventEndpoints(run, document.endpoints, brands)

  if (run.issues.length > 0) throw rejected(run.issues)
  return {
    brands: savedBrands.filter(isSaved),
    dealers: savedDealers.filter(isSaved).map(({ id, dealer_code }) => ({ id, dealer_code })),
    api_users: users.filter(isSaved),
    api_tokens: tokens.filter(isSaved),
    ...(endpoints.length > 0 && { event_endpoints: endpoints.filter(isSaved) }),
    notes: run.notes.map(oneLine),
  }
}

async function brandIds(trx: Trx): Promise<Map<string, number>> {
  return new Map((await listBrands(trx)).map(({ slug, id }) => [slug, id]))
}

function dealerIds(trx: Trx, { brands, territories }: SetupDocument): Promise<Map<string, number>> {
  const codes = [
    ...brands.map(({ value }) => value.fallback_dealer),
    ...territories.map(({ value }) => value.dealer_code),
  ]
  return findDealerIds(trx, [...new Set(codes.flatMap((code) => code ?? []))])
}

const byPath = new Intl.Collator('en', { numeric: true })

function rejected(all: readonly Issue[]): AppError {
  // An unreadable value is reported as missing later: the first issue of a path is the cause of the others.
  const issues = [...new Map(all.toReversed().map((issue) => [issue.field, issue])).values()]
  const sorted = issues.toSorted((a, b) => byPath.compare(a.field, b.field))
  const count = issues.length === 1 ? 'One thing is' : `${issues.length} things are`
  return new AppError('VALIDATION_ERROR', `${count} wrong with the file. Nothing was changed.`, {
    issues: sorted,
  })
}

function isSaved<T>(row: T | undefined): row is T {
  return row !== undefined
}
