import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBrands } from '../api/brands.ts'
import { BrandOptions } from '../records/brand-name.tsx'
import { text } from '../text/text.ts'
import { SelectField } from '../ui/field.tsx'
import { Message } from '../ui/message.tsx'
import { withSearch } from './search.ts'

/** Limits all pages to one brand, in the URL. People with a single brand have nothing to switch. */
export function BrandSwitcher() {
  const brands = useBrands()
  const { brand = '' } = useSearch({ from: '/_frame' })
  const navigate = useNavigate()
  const choose = (slug: string) =>
    navigate({ to: '.', search: withSearch({ brand: slug || undefined, page: undefined, at: undefined }) })
  const shown = brands.length === 1 ? brands[0] : brands.find(({ slug }) => slug === brand)
  return (
    <>
      {brands.length > 1 && (
        <SelectField
          label={text.frame.brand}
          value={brand}
          onChange={({ currentTarget }) => void choose(currentTarget.value)}
        >
          <option value="">{text.frame.allBrands}</option>
          <BrandOptions />
        </SelectField>
      )}
      {shown?.sandbox && <Message tone="warning">{text.frame.inSandbox(shown.name)}</Message>}
    </>
  )
}
