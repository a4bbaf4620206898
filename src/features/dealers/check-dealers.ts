import { type Finding, someOf, warning, warningsOr } from '../../platform/check.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isEmail } from '../../platform/validate.ts'
import {
  brandsWithDeadFallback,
  countDeadTerritories,
  countHidden,
  listAddresses,
} from './queries/check-queries.ts'

/** Dealers, territories and fallbacks that the locator passes over, and addresses that take no mail. */
export async function checkDealers(reader: Reader): Promise<Finding[]> {
  const { active, unplaced, brandless } = await countHidden(reader)
  const dead = await countDeadTerritories(reader)
  const fallbacks = await brandsWithDeadFallback(reader)
  const unreachable = (await listAddresses(reader)).filter(({ email }) => !isEmail(email))
  return warningsOr(
    [
      unplaced > 0 &&
        warning(
          `${unplaced} of ${active} active dealers have no place, and are never shown.`,
          'Give them coordinates, or a postal code that is known: docs/importing.md.',
        ),
      brandless > 0 &&
        warning(
          `${brandless} of ${active} active dealers carry no brand, and are never shown.`,
          'Name their brands.',
        ),
      dead.length > 0 &&
        warning(
          `Postal codes whose dealer is inactive, has no place, is in another country or no longer carries the brand: ${someOf(
            dead.map(({ slug, count }) => `${count} of ${slug}`),
          )}. Nobody takes its place there.`,
          'Give them to another dealer, or remove them: docs/apply.md.',
        ),
      fallbacks.length > 0 &&
        warning(
          `The fallback dealer of ${someOf(fallbacks)} is inactive or has no place: such queries find nobody.`,
          'Name another as fallback_dealer, or give it coordinates.',
        ),
      unreachable.length > 0 &&
        warning(
          `The email of active dealers is not one plain e-mail address (id ${someOf(unreachable.map(({ id }) => String(id)))}): they are told of no lead.`,
          'Correct it, or empty it.',
        ),
    ],
    `All ${active} active dealers can be shown, and all territories and fallbacks lead to one.`,
  )
}
