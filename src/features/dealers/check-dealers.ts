import { type Finding, someOf, warning, warningsOr } from '../../platform/check.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isEmail } from '../../platform/validate.ts'
import {
  brandsWithDeadFallback,
  type CheckedDealer,
  countActive,
  listAddresses,
  listBrandless,
  listDeadTerritories,
  listUnplaced,
} from './queries/check-queries.ts'

/** Finds dealers, territories and fallbacks that the locator skips, and addresses that take no mail. */
export async function checkDealers(reader: Reader): Promise<Finding[]> {
  const active = await countActive(reader)
  const unplaced = (await listUnplaced(reader)).map(nameOf)
  const brandless = (await listBrandless(reader)).map(nameOf)
  const dead = (await listDeadTerritories(reader)).map(
    ({ slug, country, postal_code }) => `${slug} ${country} ${postal_code}`,
  )
  const fallbacks = await brandsWithDeadFallback(reader)
  const addresses = await listAddresses(reader)
  const unreachable = addresses.filter(({ email }) => !isEmail(email)).map(nameOf)
  return warningsOr(
    [
      unplaced.length > 0 &&
        warning(
          `${unplaced.length} of ${active} active dealers have no coordinates and are never shown: ${someOf(unplaced)}.`,
          'Give them coordinates, or a postal code that is known: docs/importing.md.',
          unplaced,
        ),
      brandless.length > 0 &&
        warning(
          `${brandless.length} of ${active} active dealers carry no brand and are never shown: ${someOf(brandless)}.`,
          'Give them a brand with `transom dealers update`.',
          brandless,
        ),
      dead.length > 0 &&
        warning(
          `${dead.length} territories have a dealer that is inactive, has no coordinates, is in another country or no longer carries the brand: ${someOf(dead)}. No other dealer is shown there.`,
          'Assign another dealer, or remove the territories: docs/apply.md.',
          dead,
        ),
      fallbacks.length > 0 &&
        warning(
          `The fallback dealer of ${someOf(fallbacks)} is inactive or has no coordinates, so some searches find no dealer.`,
          'Set another fallback_dealer, or give it coordinates.',
          fallbacks,
        ),
      unreachable.length > 0 &&
        warning(
          `The email of ${unreachable.length} active dealers is not one plain e-mail address: ${someOf(unreachable)}. They get no mail about leads.`,
          'Correct or remove the addresses.',
          unreachable,
        ),
    ],
    `All ${active} active dealers can be shown, and every territory and fallback has a dealer.`,
  )
}

function nameOf({ id, dealer_code }: CheckedDealer): string {
  return dealer_code ? `${id} (${dealer_code})` : String(id)
}
