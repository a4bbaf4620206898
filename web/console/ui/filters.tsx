import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { EXACTLY, withSearch } from '../app/search.ts'
import { text } from '../text/text.ts'
import { SelectField } from './field.tsx'
import { Icon } from './icon.tsx'
import './filters.css'

const TYPING_MS = 200

/** The filters of a list. Each is a parameter of the URL, and a change goes back to the first page. */
export function Filters({ children }: { children: ReactNode }) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const { brand, view, at, page, before, tab, do: dialog, ...filters } = search
  const active = Object.values(filters).some((value) => value !== undefined)
  return (
    <search className="filters">
      {children}
      {active && (
        <Link
          to="."
          search={{ brand, view } as never}
          activeOptions={EXACTLY}
          className="button button-quiet"
        >
          {text.common.clearFilters}
        </Link>
      )}
    </search>
  )
}

/** Searches while somebody types, by the parameter `q`. `placeholder` says what is searched. */
export function SearchBox({ placeholder }: { placeholder: string }) {
  const { q = '' } = useSearch({ strict: false }) as { q?: string }
  const setFilters = useSetFilters()
  const [typed, setTyped] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(q)
  useEffect(() => {
    // Back, forward and “Clear filters” change the URL from outside.
    if (q !== sent.current) setTyped(q)
    sent.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (value: string) => {
    setTyped(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = value.trim()
      setFilters({ q: value.trim() || undefined })
    }, TYPING_MS)
  }
  return (
    <div className="search-box">
      <Icon name="search" />
      <input
        type="search"
        className="input"
        aria-label={text.common.search}
        placeholder={placeholder}
        value={typed}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => type(target.value)}
      />
    </div>
  )
}

/** A choice among a few values of the parameter `name`. */
export function SelectFilter<V extends string>({
  name,
  label,
  options,
  fallback,
}: {
  name: string
  label: string
  /** The value without the parameter. Without a fallback, it is “Any”. */
  fallback?: NoInfer<V>
  /** Values and what they are called. */
  options: Readonly<Record<V, string>>
}) {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const setFilters = useSetFilters()
  return (
    <SelectField
      label={label}
      value={search[name] ?? fallback ?? ''}
      onChange={({ target }) =>
        setFilters({ [name]: target.value === fallback ? undefined : target.value || undefined })
      }
    >
      {fallback === undefined && <option value="">{text.common.any}</option>}
      {Object.entries<string>(options).map(([value, called]) => (
        <option key={value} value={value}>
          {called}
        </option>
      ))}
    </SelectField>
  )
}

/** A year that is being typed is at first one of antiquity: `0002` on the way to `2026`. */
const FIRST_DAY = '1000-01-01'

/** A date, in the parameter `name`. */
export function DateFilter({ name, label }: { name: string; label: string }) {
  const { [name]: day = '' } = useSearch({ strict: false }) as Record<string, string | undefined>
  const setFilters = useSetFilters()
  const [typed, setTyped] = useState(day)
  useEffect(() => setTyped(day), [day])
  const type = (value: string) => {
    setTyped(value)
    if (value === '' || value >= FIRST_DAY) setFilters({ [name]: value || undefined })
  }
  return (
    <label className="field">
      <span className="filter-label">{label}</span>
      <input type="date" className="input" value={typed} onChange={({ target }) => type(target.value)} />
    </label>
  )
}

/** Returns what changes parameters of the URL; undefined removes one. */
export function useSetFilters(): (changes: Record<string, string | number | undefined>) => void {
  const navigate = useNavigate()
  return (changes) =>
    void navigate({
      to: '.',
      search: withSearch({ ...changes, page: undefined, before: undefined, at: undefined }),
      replace: true,
    })
}
