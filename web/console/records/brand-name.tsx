import { useBrands } from '../api/brands.ts'

/** The name of a brand that a record names by its slug. */
export function BrandName({ slug }: { slug: string }) {
  const brands = useBrands()
  return <>{brands.find((brand) => brand.slug === slug)?.name ?? slug}</>
}
