import { Forbidden } from '../../../platform/errors.ts'
import type { ApiToken } from '../../access/index.ts'
import { type Challenge, makeChallenge } from '../challenge.ts'
import type { WebFormContext } from '../context.ts'

/** The scopes whose submissions take a challenge. */
export const FORM_SCOPES = ['lead-submission', 'warranty-registration'] as const

/**
 * Returns a challenge for a submission with the key.
 * @throws Forbidden (ENDPOINT_NOT_PERMITTED) for a token that submits nothing, or needs no challenge
 */
export function issueChallenge({ clock, secrets }: WebFormContext, key: ApiToken): Challenge {
  if (key.kind !== 'publishable') {
    throw new Forbidden('ENDPOINT_NOT_PERMITTED', 'Only submissions with a publishable key take a challenge.')
  }
  if (!FORM_SCOPES.some((scope) => key.scopes.has(scope))) {
    throw new Forbidden(
      'ENDPOINT_NOT_PERMITTED',
      `This key submits nothing. It needs ${FORM_SCOPES.join(' or ')}.`,
    )
  }
  return makeChallenge({ keyId: key.id, secret: secrets()[0], now: clock.now() })
}
