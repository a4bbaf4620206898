import { Invalid } from '../../../platform/errors.ts'
import { type ApiToken, requireScope } from '../../access/index.ts'
import { type Sender, senderRecordOf, unknownBrand } from '../../leads/index.ts'
import { type SolvedChallenge, useChallenge } from '../../web-forms/index.ts'
import { announce } from '../announce.ts'
import type { RegistrationContext } from '../context.ts'
import { draftRegistration } from '../draft.ts'
import { insertRegistration, registrationTerms } from '../queries.ts'
import type { RegistrationBody } from '../schemas.ts'
import { toIndexed } from '../terms.ts'

export interface SubmitRegistrationInput {
  token: ApiToken
  sender: Sender
  /** Valid by its schema. */
  body: RegistrationBody
  /** The proof of work of a web page; used up with the registration. */
  challenge?: SolvedChallenge | undefined
}

/**
 * Stores what an owner registers. It looks nothing up by the HIN, so that neither the result nor its time tells whether
 * the HIN is known. Returns the registration's id.
 * @throws Invalid (INVALID_REGISTRATION) for an unknown brand, and what `requireScope` and `useChallenge` throw
 */
export async function submitRegistration(
  ctx: Omit<RegistrationContext, 'principal'>,
  { token, sender, body, challenge }: SubmitRegistrationInput,
): Promise<number> {
  const { db, clock, brands } = ctx
  const brand = (await brands.getFresh()).bySlug.get(body.brand)
  if (!brand) throw new Invalid([unknownBrand(body.brand)], 'INVALID_REGISTRATION')
  requireScope(token, 'warranty-registration', brand)
  const id = await db.write(async (trx) => {
    await useChallenge(trx, challenge)
    const at = clock.now()
    const draft = draftRegistration({ brand, body, sender: senderRecordOf(token, sender), at })
    const row = await insertRegistration(trx, draft)
    await registrationTerms.add(trx, [toIndexed(row)])
    await announce(ctx, trx, row, at)
    return row.id
  })
  ctx.deliveries.wake()
  return id
}
