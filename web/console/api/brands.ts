import { useSearch } from '@tanstack/react-router'
import { type Session, useSession } from './session.ts'

type HeldBrand = Session['held_brands'][number]

/** Returns the brands that the person holds, by slug. */
export function useBrands(): readonly HeldBrand[] {
  return useSession().held_brands
}

/** Returns the filter of lists for the brand that is chosen in the frame: `{ brand }`, or nothing. */
export function useBrandFilter(): { brand?: string } {
  const { brand } = useSearch({ from: '/_frame' })
  return brand === undefined ? {} : { brand }
}
