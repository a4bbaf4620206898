import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from './queries.ts'
import { useMay, useSession } from './session.ts'

interface BrandName {
  slug: string
  name: string
}

/** Returns the brands that the person holds. Who may not read brands sees their slugs as names. */
export function useBrands(): readonly BrandName[] {
  const { brands, all_brands } = useSession()
  const mayRead = useMay()('brands:read')
  const { data } = useQuery({
    ...read('/admin/v1/brands', { query: { limit: 200 } }),
    enabled: mayRead,
    staleTime: 300_000,
  })
  if (data) return data.data
  return all_brands && brands.length === 0 ? [] : brands.map((slug) => ({ slug, name: slug }))
}

/** Returns the filter of lists for the brand that is chosen in the frame: `{ brand }`, or nothing. */
export function useBrandFilter(): { brand?: string } {
  const { brand } = useSearch({ from: '/_frame' })
  return brand === undefined ? {} : { brand }
}
