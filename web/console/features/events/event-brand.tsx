import { useBrands } from '../../api/brands.ts'
import { BrandName } from '../../records/brand-name.tsx'

/** Returns the slug of the brand with this id. */
export function useSlugOf(id: number): string | undefined {
  return useBrands().find((brand) => brand.id === id)?.slug
}

/** The name of the brand that an event names by its id. */
export function EventBrand({ id }: { id: number }) {
  return <BrandName slug={useSlugOf(id) ?? String(id)} />
}
