import { authorize } from '../../../platform/principal.ts'
import type { PrivacyContext } from '../context.ts'
import { type Place, placesOf } from '../places.ts'
import { matcherFor, searchPerson } from '../search-person.ts'

/** Returns the places that mention a person. @throws Invalid for what is not an e-mail address */
export async function findPerson(ctx: PrivacyContext, { email }: { email: string }): Promise<Place[]> {
  authorize(ctx.principal, 'people:read')
  const mention = matcherFor(email)
  const found = await ctx.db.snapshot((reader) => searchPerson(reader, mention))
  return placesOf(found, await ctx.brands.getFresh())
}
