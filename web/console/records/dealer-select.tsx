import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readList } from '../api/queries.ts'
import { text } from '../text/text.ts'
import { type Option, SearchableSelect } from '../ui/combo-box.tsx'
import { useDebounced } from '../ui/debounced.ts'

const t = text.leads.assign
const SHOWN = 20

/** Chooses an active dealer of a brand. */
export function DealerSelect({
  brand,
  chosen,
  suggested = [],
  error,
  onChoose,
}: {
  brand: string
  chosen: Option | undefined
  /** Offered while nothing is typed. Without these, the first ones by name are. */
  suggested?: readonly Option[]
  error?: string | undefined
  onChoose: (dealer: Option | undefined) => void
}) {
  const [typed, setTyped] = useState(chosen?.name ?? '')
  const q = useDebounced(typed === chosen?.name ? '' : typed.trim())
  const filter = { brand, active: true, sort: 'name', limit: SHOWN, ...(q && { q }) } as const
  const { data } = useQuery(readList('/admin/v1/dealers', { query: filter }))
  const found = (data?.data ?? []).map(({ id, name, dealer_code, city, state, country }) => ({
    id,
    name,
    detail: [dealer_code, city, state, country].filter(Boolean).join(' · '),
  }))
  const options = q === '' && suggested.length > 0 ? suggested : found
  const choose = (dealer: Option | undefined) => {
    setTyped(dealer?.name ?? '')
    onChoose(dealer)
  }
  return (
    <SearchableSelect
      label={t.dealer}
      placeholder={t.search}
      empty={t.none}
      options={chosen && !options.some(({ id }) => id === chosen.id) ? [chosen, ...options] : options}
      typed={typed}
      selected={chosen?.id ?? null}
      error={error}
      onSearch={setTyped}
      onChoose={choose}
    />
  )
}
