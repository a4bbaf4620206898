import type { Reader } from '../../../platform/db/db.ts'
import { mayMention, type PersonMatcher } from '../../../platform/person-matcher.ts'

const TEXTS = [
  'email',
  'name',
  'legal_name',
  'primary_contact',
  'website',
  'address',
  'address2',
  'phone',
] as const

/** Returns the dealers whose public data names the person; with `within`, those that carry one of these brands. */
export async function findDealersMentioning(
  reader: Reader,
  mention: PersonMatcher,
  within?: ReadonlySet<number>,
) {
  const rows = await reader
    .selectFrom('dealers')
    .select(['id', 'dealer_code', ...TEXTS])
    .where(mayMention(TEXTS, mention))
    .$if(within !== undefined, (query) =>
      query.where('id', 'in', (eb) =>
        eb
          .selectFrom('dealer_brands')
          .select('dealer_id')
          .where('brand_id', 'in', [0, ...within!]),
      ),
    )
    .orderBy('id')
    .execute()
  return rows
    .filter((row) => TEXTS.some((text) => mention.isIn(row[text])))
    .map(({ id, dealer_code, name }) => ({ id, dealer_code, name }))
}
