import { useBrandFilter, useBrands } from '../api/brands.ts'
import type { Column } from '../ui/table.tsx'

/** The name of a brand that a record names by its slug. */
export function BrandName({ slug }: { slug: string }) {
  const brands = useBrands()
  return <>{brands.find((brand) => brand.slug === slug)?.name ?? slug}</>
}

/** Returns a list's columns, without that of the brand where all rows are of one brand. */
export function useColumns<R>(columns: readonly Column<R>[], brandTitle: string): readonly Column<R>[] {
  const { length } = useBrands()
  const { brand } = useBrandFilter()
  return length === 1 || brand !== undefined ? columns.filter(({ title }) => title !== brandTitle) : columns
}
