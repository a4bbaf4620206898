import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBrands } from '../api/brands.ts'
import { text } from '../text/text.ts'
import { SelectField } from '../ui/field.tsx'
import { withSearch } from './search.ts'

/** Limits all pages to one brand, in the URL. Absent for people with a single brand. */
export function BrandSwitcher() {
  const brands = useBrands()
  const { brand = '' } = useSearch({ from: '/_frame' })
  const navigate = useNavigate()
  if (brands.length < 2) return null
  const choose = (slug: string) =>
    navigate({ to: '.', search: withSearch({ brand: slug || undefined, page: undefined }) })
  return (
    <SelectField
      label={text.frame.brand}
      value={brand}
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
    >
      <option value="">{text.frame.allBrands}</option>
      {brands.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
