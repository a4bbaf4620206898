import type { Changed } from '../../platform/cli/administration.ts'
import { oneLine } from '../../platform/cli/output.ts'
import type { OperationContext } from '../../platform/context.ts'
import type { Trx } from '../../platform/db/db.ts'
import { AppError, type Issue } from '../../platform/errors.ts'
import type { TargetRules } from '../../platform/outgoing/target.ts'
import { type HashedPasswords, hashPasswords, PasswordMovedOn } from '../access/index.ts'
import { listBrands } from '../brands/index.ts'
import { type FindPoint, findDealerIds, lockDealers, lookUpPoints, type Places } from '../dealers/index.ts'
import { applyBrands, applyFallbackDealers } from './apply-brands.ts'
import type { Run } from './apply-context.ts'
import { applyDealers, toInput } from './apply-dealers.ts'
import { applyGroups } from './apply-groups.ts'
import { applyTerritories } from './apply-territories.ts'
import { applyTokens } from './apply-tokens.ts'
import { applyUsers } from './apply-users.ts'
import { readDocument, type SetupDocument } from './document.ts'
import { References } from './references.ts'

const ATTEMPTS = 5

/** What `applySetup` works with. */
export interface SetupContext extends OperationContext, Places {
  /** Which webhook targets are permitted. */
  targets: TargetRules
}

/** What the file named, in its order, with the ids it has; and what is worth telling. */
export type SetupOutcome = Changed

/**
 * Makes the database hold what the file says: all of it, or, where anything is wrong, nothing. Applied again, it
 * changes nothing. Throws INVALID_JSON, or VALIDATION_ERROR with every fault and its path.
 * @param check looks, in the transaction and while nobody else changes any of it, whether this is still wanted
 */
export async function applySetup(
  ctx: SetupContext,
  file: Buffer,
  check: (trx: Trx) => Promise<void> = async () => undefined,
): Promise<SetupOutcome> {
  const document = readDocument(file, ctx.targets)
  for (let attempt = 1; ; attempt++) {
    const prepared = await prepare(ctx, document)
    try {
      return await ctx.db.write(async (trx) => {
        await ctx.db.lock(trx, 'setup')
        if (isAboutDealers(document)) await lockDealers(ctx.db, trx)
        await check(trx)
        return applyDocument(ctx, trx, document, prepared)
      })
    } catch (error) {
      if (!(error instanceof PasswordMovedOn) || attempt === ATTEMPTS) throw error
    }
  }
}

/** Imports change these, too, while somebody sets up. */
function isAboutDealers({ groups, dealers, territories }: SetupDocument): boolean {
  return groups.length + dealers.length + territories.length > 0
}

interface Prepared {
  passwords: HashedPasswords
  findPoint: FindPoint
}

/** What takes long, or asks others: it must not keep the database waiting. */
async function prepare(ctx: SetupContext, { users, dealers, issues }: SetupDocument): Promise<Prepared> {
  const passwords = await hashPasswords(
    ctx.db.read,
    users.map((entry) => entry.value),
  )
  if (issues.length > 0) return { passwords, findPoint: () => null }
  const inputs = dealers.map((entry) => toInput(entry.value))
  return { passwords, findPoint: await lookUpPoints(ctx.db.read, inputs, ctx) }
}

async function applyDocument(
  { db, clock, principal }: SetupContext,
  trx: Trx,
  document: SetupDocument,
  { passwords, findPoint }: Prepared,
): Promise<SetupOutcome> {
  const unread = new Set(document.issues.map((fault) => fault.field))
  const run: Run = { db, clock, principal, trx, issues: [...document.issues], unread, notes: [] }

  const savedBrands = await applyBrands(run, document.brands)
  const brands = new References('brand', await brandIds(trx), document.named.brands)
  await applyGroups(run, document.groups)
  const namedGroups = document.named.groups
  const savedDealers = await applyDealers(run, document.dealers, { brands, findPoint, namedGroups })
  const dealers = new References('dealer', await dealerIds(trx, document), document.named.dealers)
  await applyTerritories(run, document.territories, { brands, dealers })
  await applyFallbackDealers(run, document.brands, savedBrands, dealers)
  const users = await applyUsers(run, document.users, { brands, passwords })
  const tokens = await applyTokens(run, document.tokens, brands)

  if (run.issues.length > 0) throw rejected(run.issues)
  return {
    brands: savedBrands.filter(isSaved),
    dealers: savedDealers.filter(isSaved).map(({ id, dealer_code }) => ({ id, dealer_code })),
    api_users: users.filter(isSaved),
    api_tokens: tokens.filter(isSaved),
    notes: run.notes.map(oneLine),
  }
}

async function brandIds(trx: Trx): Promise<Map<string, number>> {
  return new Map((await listBrands(trx)).map(({ slug, id }) => [slug, id]))
}

function dealerIds(trx: Trx, { brands, territories }: SetupDocument): Promise<Map<string, number>> {
  const codes = [
    ...brands.map(({ value }) => value.fallback_dealer?.name),
    ...territories.map(({ value }) => value.dealer_code?.name),
  ]
  return findDealerIds(trx, [...new Set(codes.flatMap((code) => code ?? []))])
}

const byPath = new Intl.Collator('en', { numeric: true })

function rejected(all: readonly Issue[]): AppError {
  // What could not be read is missed later: of the faults at one path, the first is meant.
  const issues = [...new Map(all.toReversed().map((fault) => [fault.field, fault])).values()]
  const sorted = issues.toSorted((a, b) => byPath.compare(a.field, b.field))
  const count = issues.length === 1 ? 'One thing is' : `${issues.length} things are`
  return new AppError('VALIDATION_ERROR', `${count} wrong with the file; nothing was changed.`, {
    issues: sorted,
  })
}

function isSaved<T>(row: T | undefined): row is T {
  return row !== undefined
}
