import { useBrandFilter } from '../api/brands.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Downloads all records of a kind, of the brand that is chosen in the frame, as CSV. */
export function ExportLink({
  kind,
  children,
}: {
  kind: 'dealers' | 'territories' | 'warranties' | 'leads'
  children: string
}) {
  const query = new URLSearchParams({ kind, format: 'csv', ...useBrandFilter() })
  return (
    <a href={`/admin/v1/exports?${query}`} download className={buttonClass('secondary')}>
      <Icon name="download" />
      {children}
    </a>
  )
}
