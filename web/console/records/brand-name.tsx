import { useBrandFilter, useBrands } from '../api/brands.ts'
import { text } from '../text/text.ts'
import { Badge } from '../ui/message.tsx'
import type { Column } from '../ui/table.tsx'

/** The name of a brand that a record names by its slug, and whether it is a sandbox. */
export function BrandName({ slug }: { slug: string }) {
  const brand = useBrands().find((one) => one.slug === slug)
  return (
    <>
      {brand?.name ?? slug} {brand?.sandbox && <Badge tone="warning">{text.brands.sandbox}</Badge>}
    </>
  )
}

/** The names of brands that a record names by their slugs. */
export function BrandNames({ slugs }: { slugs: readonly string[] }) {
  const brands = useBrands()
  return <>{slugs.map((slug) => brands.find((one) => one.slug === slug)?.name ?? slug).join(', ')}</>
}

/** Returns a list's columns, without that of the brand where all rows are of one brand. */
export function useColumns<R>(columns: readonly Column<R>[], brandTitle: string): readonly Column<R>[] {
  const { length } = useBrands()
  const { brand } = useBrandFilter()
  return length === 1 || brand !== undefined ? columns.filter(({ title }) => title !== brandTitle) : columns
}
