import { type Static, Type } from 'typebox'
import { toUtcDate } from '../../../platform/clock.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { Conflict, Invalid, type Issue, issue, NotFound } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { parse } from '../../../platform/schema-issues.ts'
import type { Expected } from '../../../platform/version.ts'
import type { Brands } from '../../brands/index.ts'
import { CreateBody, createWarrantyIn, transferWarrantyIn } from '../../warranties/index.ts'
import type { RegistrationContext } from '../context.ts'
import { decide } from '../decide.ts'
import type { RegistrationRow } from '../queries.ts'
import type { ShownRegistration } from './show-registration.ts'

const { brand_id: _, contact: __, warranty_status: ___, ...fields } = CreateBody.properties

/** The fields that staff correct and add when they accept a registration; the others stay as sent. */
export const Acceptance = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    transfer: Type.Optional(
      Type.Boolean({
        description: 'Gives the warranty that has this HIN to the owner, instead of a new one',
      }),
    ),
  },
  { additionalProperties: false },
)

export type Acceptance = Static<typeof Acceptance>

interface AcceptInput {
  id: number
  fields: Acceptance
  expected?: Expected
}

/** An accepted registration, with warnings of what is odd about the warranty. */
export interface Accepted {
  registration: ShownRegistration
  warnings: Issue[]
}

/**
 * Makes a warranty of a registration. Where the HIN has one, it is transferred to the owner, if the input says so.
 * @throws NotFound (NOT_FOUND), Outdated (PRECONDITION_FAILED), Conflict (CONFLICT) for a registration that was decided
 * on, and what `createWarranty` and `transferWarranty` throw
 */
export async function acceptRegistration(ctx: RegistrationContext, input: AcceptInput): Promise<Accepted> {
  const accepted = await ctx.db.write((trx) => acceptIn(ctx, trx, input))
  ctx.deliveries.wake()
  return accepted
}

/** Does the same as `acceptRegistration` in the caller's transaction. */
export async function acceptIn(ctx: RegistrationContext, trx: Trx, input: AcceptInput): Promise<Accepted> {
  authorize(ctx.principal, 'warranty:create')
  const acceptance = parse(Acceptance, input.fields)
  const brands = await ctx.brands.getFresh()
  const { registration, result } = await decide(ctx, trx, input, async (row) => {
    const { id, warnings } = acceptance.transfer
      ? await transfer(ctx, trx, brands, row, acceptance)
      : await create(ctx, trx, brands, row, acceptance)
    return { change: { state: 'accepted', warranty_id: id }, result: warnings }
  })
  return { registration, warnings: result }
}

function create(
  ctx: RegistrationContext,
  trx: Trx,
  brands: Brands,
  row: RegistrationRow,
  { transfer: _, ...given }: Acceptance,
) {
  const registration = {
    brand_id: row.brand_id,
    hin: row.hin,
    model: row.model,
    model_year: row.model_year,
    registration_date: toUtcDate(row.received_at),
    purchase_date: row.purchase_date,
    warranty_start_date: row.purchase_date,
    ...filled(given),
    contact: row.contact,
  }
  return createWarrantyIn(ctx, trx, { brands, registration }).catch((error: unknown) => {
    if (!(error instanceof Conflict)) throw error
    throw new Conflict(
      'DUPLICATE_HIN',
      `${error.message} Accept with transfer to give that boat to this owner, or reject the registration.`,
    )
  })
}

const OF_TRANSFER = ['transfer', 'hin', 'registration_date', 'purchase_date']

function transfer(
  ctx: RegistrationContext,
  trx: Trx,
  brands: Brands,
  row: RegistrationRow,
  acceptance: Acceptance,
) {
  const others = Object.keys(acceptance).filter((name) => !OF_TRANSFER.includes(name))
  if (others.length > 0) throw new Invalid(others.map((name) => issue(name, 'cannot be set with transfer')))
  const { hin = row.hin, registration_date, purchase_date } = filled(acceptance)
  return transferWarrantyIn(ctx, trx, {
    brands,
    selector: { hin, brandId: row.brand_id },
    transfer: {
      contact: row.contact,
      registration_date: registration_date ?? toUtcDate(row.received_at),
      purchase_date: purchase_date ?? row.purchase_date,
    },
  }).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
    throw new Conflict('CONFLICT', `There is no warranty with the HIN ${hin}. Accept without transfer.`)
  })
}

/** Null and empty texts count as absent, as in a new warranty. */
function filled(given: Acceptance): Acceptance {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''))
}
