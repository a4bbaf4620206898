import { Type } from 'typebox'
import { joinTransaction } from '../../../platform/db/joined.ts'
import { Invalid, type Issue } from '../../../platform/errors.ts'
import { FilledText } from '../../../platform/input-schemas.ts'
import { Named } from '../../../platform/output-schemas.ts'
import { authorize } from '../../../platform/principal.ts'
import { check, mergeIssues } from '../../../platform/schema-issues.ts'
import { pickHeldBrand } from '../../brands/index.ts'
import type { WarrantyContext } from '../context.ts'
import type { AdminWarranty } from '../records/record.ts'
import { type Registration, registrationIssues } from '../records/registration.ts'
import { Contact, CreateBody } from '../schemas.ts'
import { createWarrantyIn } from './create-warranty.ts'
import { readWarrantyUnchecked } from './read-warranty.ts'

const { brand_id: _, contact: __, ...fields } = CreateBody.properties
const closed = { additionalProperties: false }

/** A warranty as the administration registers it. */
export const RegistrationBody = Type.Object(
  {
    brand: FilledText(200),
    ...fields,
    contact: Named('NewContact', Type.Object(Contact.properties, closed)),
  },
  closed,
)

/**
 * Creates a warranty of a brand that is named by its slug or id. Returns its record, and warnings of what is odd about the
 * input.
 * @throws what `createWarranty` throws; NotFound (NOT_FOUND) for the brand
 */
export async function registerWarranty(
  ctx: WarrantyContext,
  input: Omit<Registration, 'brand_id'> & { brand: string },
): Promise<{ warranty: AdminWarranty; warnings: Issue[] }> {
  const { principal } = ctx
  authorize(principal, 'warranty:create')
  const own = registrationIssues(input)
  const issues = mergeIssues([...own, ...check(RegistrationBody, input)])
  if (issues.length > 0) throw new Invalid(issues, own.find(({ code }) => code)?.code)
  const { brand, ...registration } = input
  const brands = await ctx.brands.getFresh()
  const named = { ...registration, brand_id: pickHeldBrand(brands, principal, brand).id }
  const created = await ctx.db.write(async (trx) => {
    const { id, warnings } = await createWarrantyIn(ctx, trx, { brands, registration: named })
    const warranty = await readWarrantyUnchecked({ ...ctx, db: joinTransaction(ctx.db, trx) }, id)
    return { warranty, warnings }
  })
  ctx.deliveries.wake()
  return created
}
