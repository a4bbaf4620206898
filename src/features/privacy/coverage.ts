import type { OperationContext } from '../../platform/context.ts'
import { brandsOf } from '../../platform/principal.ts'
import type { Brands } from '../brands/index.ts'

/** The coverage of a search for a person, an export or an erasure. */
export interface Coverage {
  all_brands: boolean
  /** Slugs. */
  brands: string[]
  text: string
}

/** Returns what an operation of this principal on a person covers. */
export function coverageOf({ principal }: Pick<OperationContext, 'principal'>, brands: Brands): Coverage {
  const within = brandsOf(principal)
  const covered = [...brands.byId.values()].filter(({ id }) => within === undefined || within.has(id))
  const slugs = covered.map(({ slug }) => slug)
  const text =
    within === undefined
      ? 'This covers all brands.'
      : `This covers what ${slugs.join(', ') || 'no brand'} holds. Logins and other brands, if there are any, are not covered.`
  return { all_brands: within === undefined, brands: slugs, text }
}
