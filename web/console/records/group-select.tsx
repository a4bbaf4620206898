import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { read, readList } from '../api/queries.ts'
import { text } from '../text/text.ts'
import { type Option, SearchableSelect } from '../ui/combo-box.tsx'
import { useDebounced } from '../ui/debounced.ts'

const t = text.dealers
const SHOWN = 20

/** Chooses a dealer group. Emptying the field chooses none. */
export function GroupSelect({
  id,
  error,
  onChoose,
}: {
  id: number | undefined
  error?: string | undefined
  onChoose: (id: number | undefined) => void
}) {
  const [typed, setTyped] = useState<string>()
  const chosen = useQuery({
    ...read('/admin/v1/dealer-groups/{id}', { path: { id: id ?? 0 } }),
    enabled: id !== undefined,
  }).data?.data
  // The name stays the same while the chosen group is read: a change would open the list again.
  const [picked, setPicked] = useState<Option>()
  const name = id === undefined ? undefined : (chosen?.name ?? (picked?.id === id ? picked.name : undefined))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed was about the group before
  useEffect(() => setTyped(undefined), [id])
  const q = useDebounced(typed === undefined || typed === name ? '' : typed.trim())
  const { data } = useQuery(readList('/admin/v1/dealer-groups', { query: { limit: SHOWN, ...(q && { q }) } }))
  const found = (data?.data ?? []).map((group) => ({
    id: group.id,
    name: group.name,
    detail: t.groups.count(group.dealers),
  }))
  const search = (text: string) => {
    setTyped(text)
    if (text === '' && id !== undefined) onChoose(undefined)
  }
  return (
    <SearchableSelect
      label={t.group}
      placeholder={t.groups.search}
      empty={t.groups.noMatch}
      options={
        id !== undefined && name !== undefined && !found.some((group) => group.id === id)
          ? [{ id, name }, ...found]
          : found
      }
      typed={typed ?? name ?? ''}
      selected={id ?? null}
      error={error}
      onSearch={search}
      onChoose={(group) => {
        setPicked(group)
        setTyped(group?.name)
        if (group && group.id !== id) onChoose(group.id)
      }}
    />
  )
}
