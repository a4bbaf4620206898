import type { OperationContext } from '../../platform/context.ts'
import { writeApart } from '../../platform/db/joined.ts'
import { Forbidden } from '../../platform/errors.ts'
import { brandsOf, holds, holdsAllBrands, holdsBrand, type Principal } from '../../platform/principal.ts'
import { recordAudit } from '../audit/index.ts'
import { expandPermissions } from './permissions.ts'

/*
 * The grant rule: nobody grants what they don't hold, and nobody changes a user or a token that holds more than they
 * do. Otherwise a reset of an administrator's password would make an administrator.
 */

/** The permissions and brands of a user or a token. */
export interface Holding {
  permissions: readonly string[]
  brandIds: readonly number[]
  allBrands: boolean
}

/** Returns what a stored user or token holds. */
export function holdingOf(stored: {
  permissions: readonly string[]
  brandIds: readonly number[]
  all_brands: boolean
}): Holding {
  const { permissions, brandIds, all_brands } = stored
  return { permissions, brandIds, allBrands: all_brands }
}

/** The user or token that a grant is about. The id is null where it is about to be created. */
export interface Subject {
  kind: 'user' | 'token'
  id: number | null
}

/** The principal holds less than it grants, or than the user or token that it changes. */
export class GrantRefused extends Forbidden {
  readonly subject: Subject
  /** The permissions and brands that the principal lacks. */
  readonly excess: Holding

  constructor(message: string, subject: Subject, excess: Holding) {
    super('GRANT_NOT_PERMITTED', message)
    this.subject = subject
    this.excess = excess
  }
}

/** @throws GrantRefused unless the principal holds all of this */
export function checkGrant(principal: Principal, subject: Subject, granted: Holding): void {
  const excess = excessOf(principal, granted)
  if (!excess) return
  throw new GrantRefused(
    `Nobody can grant more than they hold. You lack ${describe(excess)}.`,
    subject,
    excess,
  )
}

/** @throws GrantRefused if the user or token holds more than the principal */
export function checkControl(principal: Principal, subject: Subject, held: Holding): void {
  const excess = excessOf(principal, held)
  if (!excess) return
  const message = `This ${subject.kind} holds more than you do: ${describe(excess)}. Ask somebody who holds as much.`
  throw new GrantRefused(message, subject, excess)
}

/** Returns whether the principal holds as much as a user or token. */
export function controls(principal: Principal, held: Holding): boolean {
  return excessOf(principal, held) === undefined
}

/** Returns whether a user or token exists for the principal: it shares a brand, or holds all of them. */
export function isVisible(
  principal: Principal,
  { brandIds, allBrands }: Omit<Holding, 'permissions'>,
): boolean {
  return allBrands || brandsOf(principal) === undefined || brandIds.some((id) => holdsBrand(principal, id))
}

/** Runs the work of an operation. Records a refused grant in the audit trail, although the work is rolled back. */
export async function recordingRefusals<T>(ctx: OperationContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GrantRefused)
      await writeApart(ctx.db, (trx) => recordAudit(trx, [entryOf(ctx, error)]))
    throw error
  }
}

function entryOf({ clock, principal }: OperationContext, { subject, excess }: GrantRefused) {
  return {
    at: clock.now(),
    principal,
    action: `${subject.kind}.grant_refused` as const,
    subject: { id: subject.id, name: null },
    brandId: null,
    change: {
      before: null,
      after: {
        permissions: excess.permissions,
        brands: excess.brandIds,
        ...(excess.allBrands && { all_brands: true }),
      },
    },
  }
}

/** Returns what the principal lacks of it; undefined if nothing. The shell and the system lack nothing. */
function excessOf(principal: Principal, { permissions, brandIds, allBrands }: Holding): Holding | undefined {
  const excess = {
    // A principal holds a wildcard if it holds every permission in it.
    permissions: permissions.filter((name) =>
      [...expandPermissions([name])].some((permission) => !holds(principal, permission)),
    ),
    brandIds: brandIds.filter((id) => !holdsBrand(principal, id)),
    allBrands: allBrands && !holdsAllBrands(principal),
  }
  return excess.permissions.length + excess.brandIds.length > 0 || excess.allBrands ? excess : undefined
}

function describe({ permissions, brandIds, allBrands }: Holding): string {
  const brands = allBrands ? ['all brands'] : brandIds.length > 0 ? ['a brand'] : []
  return [...permissions, ...brands].join(', ')
}
