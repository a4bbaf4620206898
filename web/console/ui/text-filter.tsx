import { useSearch } from '@tanstack/react-router'
import { TextField } from './field.tsx'
import { useSetFilters } from './filters.tsx'

/** A text in the parameter `name`, taken over with Enter or when the field is left. */
export function TextFilter({
  name,
  label,
  example,
  maxLength,
}: {
  name: string
  label: string
  /** Shown while the field is empty. */
  example?: string
  maxLength: number
}) {
  const value = (useSearch({ strict: false }) as Record<string, string | undefined>)[name] ?? ''
  const setFilters = useSetFilters()
  const take = (field: HTMLInputElement) => {
    const typed = field.value.trim()
    if (typed !== value) setFilters({ [name]: typed || undefined })
  }
  return (
    <TextField
      key={value}
      label={label}
      placeholder={example}
      defaultValue={value}
      maxLength={maxLength}
      autoComplete="off"
      onBlur={({ currentTarget }) => take(currentTarget)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget)}
    />
  )
}
