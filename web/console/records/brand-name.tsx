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

/** The names of brands that a record names by their slugs, in one line. */
export function BrandNames({ slugs }: { slugs: readonly string[] }) {
  const names = useBrandNames()
  return <>{slugs.map((slug) => names[slug] ?? slug).join(', ') || text.common.unnamed}</>
}

/** The person's brands as options of a select. */
export function BrandOptions() {
  return Object.entries(useBrandNames()).map(([slug, name]) => (
    <option key={slug} value={slug}>
      {name}
    </option>
  ))
}

/** Returns the names of the person's brands by slug; those of sandboxes say so. */
export function useBrandNames(): Record<string, string> {
  return Object.fromEntries(
    useBrands().map(({ slug, name, sandbox }) => [slug, sandbox ? text.frame.sandbox(name) : name]),
  )
}

/** Returns a list's columns, without that of the brand where all rows are of one brand. */
export function useColumns<R>(columns: readonly Column<R>[], brandTitle: string): readonly Column<R>[] {
  const { length } = useBrands()
  const { brand } = useBrandFilter()
  return length === 1 || brand !== undefined ? columns.filter(({ title }) => title !== brandTitle) : columns
}
