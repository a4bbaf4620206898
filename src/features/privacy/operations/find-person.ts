import { authorize, brandsOf } from '../../../platform/principal.ts'
import type { PrivacyContext } from '../context.ts'
import { type Place, placesOf } from '../places.ts'
import { readFor } from '../read-for.ts'
import { matcherFor, searchPerson } from '../search-person.ts'

/**
 * Returns the places that mention a person, in the principal's brands. @throws Invalid for what is not an e-mail address
 */
export async function findPerson(ctx: PrivacyContext, { email }: { email: string }): Promise<Place[]> {
  authorize(ctx.principal, 'people:read')
  const mention = matcherFor(email)
  const within = brandsOf(ctx.principal)
  const found = await readFor(ctx, (reader) => searchPerson(reader, mention, within))
  return placesOf(found, await ctx.brands.getFresh())
}
