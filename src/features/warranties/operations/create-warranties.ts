import { type Static, Type } from 'typebox'
import type { Trx } from '../../../platform/db/db.ts'
import { AppError, Invalid, type Issue, issue } from '../../../platform/errors.ts'
import { tidy } from '../../../platform/json.ts'
import { authorize } from '../../../platform/principal.ts'
import { check } from '../../../platform/schema-issues.ts'
import type { Brands } from '../../brands/index.ts'
import { BulkBody, MOST_REGISTRATIONS } from '../bulk-schemas.ts'
import type { WarrantyContext } from '../context.ts'
import type { toCreated } from '../records/record.ts'
import { type Registration, readRegistration } from '../records/registration.ts'
import { requireBrand } from '../records/select-warranty.ts'
import { registrationWarnings } from '../records/warnings.ts'
import { insertAll } from './create-warranty.ts'

/** The complete body, but for the registrations: each of them is checked by itself, and fails alone. */
const BulkFrame = Type.Object(
  {
    ...BulkBody.properties,
    registrations: Type.Array(Type.Unknown(), { minItems: 1, maxItems: MOST_REGISTRATIONS }),
  },
  { additionalProperties: false },
)

/** The result of one registration. One that is not created is valid, but `allOrNothing` and others failed. */
export type BulkOutcome =
  | { outcome: 'created'; id: number; warranty: ReturnType<typeof toCreated>; warnings: Issue[] }
  | { outcome: 'failed'; error: AppError }
  | { outcome: 'not_created' }

/** Nothing was created, because a registration failed and all or none were wanted. */
export class BulkRejected extends AppError {
  readonly outcomes: readonly BulkOutcome[]

  constructor(outcomes: readonly BulkOutcome[]) {
    const failed = outcomes.flatMap((one, index) => (one.outcome === 'failed' ? [{ index, ...one }] : []))
    const [{ index, error }] = failed as [(typeof failed)[number]]
    super(
      'BULK_REJECTED',
      `Nothing was created, because ${failed.length} of ${outcomes.length} registrations failed. Number ${index}: ${error.message}`,
      { issues: failed.flatMap(({ index, error }) => issuesOf(index, error)).slice(0, MOST_ISSUES) },
    )
    this.outcomes = outcomes.map((one) => (one.outcome === 'created' ? { outcome: 'not_created' } : one))
  }
}

const MOST_ISSUES = 100

/** Checked input. Some of its registrations may be wrong. */
interface Bulk {
  rows: readonly (Registration | AppError)[]
  /** Creates nothing unless every registration is valid and new. */
  allOrNothing: boolean
}

/**
 * Creates up to a thousand warranties in one transaction, each by the rules of `createWarranty`. Returns their outcomes
 * in order once they are on disk.
 * @param bulk from `readBulk`
 * @throws BulkRejected
 */
export async function createWarranties(ctx: WarrantyContext, bulk: Bulk): Promise<BulkOutcome[]> {
  const brands = await ctx.brands.getFresh()
  const outcomes = await ctx.db.write((trx) => createWarrantiesIn(ctx, trx, { brands, ...bulk }))
  ctx.deliveries.wake()
  return outcomes
}

/**
 * Checks the input before a transaction begins.
 * @throws Forbidden (ENDPOINT_NOT_PERMITTED), Invalid (VALIDATION_ERROR) for what concerns all registrations
 */
export function readBulk(ctx: WarrantyContext, input: unknown): Bulk {
  authorize(ctx.principal, 'warranty:create')
  const issues = bulkIssues(input)
  if (issues.length > 0) throw new Invalid(issues)
  const { registrations, all_or_nothing = false } = input as Static<typeof BulkFrame>
  return { rows: registrations.map((one) => readRow(ctx, one)), allOrNothing: all_or_nothing }
}

/** Returns the issues that concern all registrations. */
export function bulkIssues(input: unknown): Issue[] {
  const issues = check(BulkFrame, input)
  if (issues.length > 0) return issues
  return (input as Static<typeof BulkFrame>).registrations.flatMap((one, index) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? []
      : [issue(`registrations.${index}`, 'must be an object')],
  )
}

/** Does the same as `createWarranties` in the caller's transaction. */
export async function createWarrantiesIn(
  ctx: WarrantyContext,
  trx: Trx,
  { brands, rows, allOrNothing }: Bulk & { brands: Brands },
): Promise<BulkOutcome[]> {
  const { principal } = ctx
  const valid = rows.filter((row): row is Registration => !(row instanceof AppError))
  const results = await insertAll(
    ctx,
    trx,
    brands,
    valid.map((registration) => ({ principal, registration })),
  )
  let next = 0
  const outcomes = rows.map((row): BulkOutcome => {
    const result = row instanceof AppError ? { error: row } : results[next++]!
    if ('error' in result) return { outcome: 'failed', error: result.error }
    return {
      outcome: 'created',
      ...result,
      warnings: registrationWarnings(row as Registration, ctx.clock.now()),
    }
  })
  if (allOrNothing && outcomes.some(({ outcome }) => outcome === 'failed')) throw new BulkRejected(outcomes)
  return outcomes
}

/** Returns the registration, or what is wrong with it. */
function readRow({ principal }: WarrantyContext, input: unknown): Registration | AppError {
  try {
    const { issues } = tidy(input, { untrimmed: ['hin'] })
    const registration = readRegistration(input, issues)
    requireBrand(principal, registration.brand_id)
    return registration
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function issuesOf(index: number, { issues, message }: AppError): Issue[] {
  const path = `registrations.${index}`
  if (issues.length === 0) return [{ field: path, message }]
  return issues.map((one) => ({ ...one, field: `${path}.${one.field}` }))
}
