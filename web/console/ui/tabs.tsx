import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EXACTLY, withSearch } from '../app/search.ts'
import './tabs.css'

export interface Tab {
  /** The value of the parameter `tab`. */
  id: string
  label: string
  content: () => ReactNode
}

/** Parts of a record, one at a time: the URL's `tab` says which, the first by default. Absent tabs are `false`. */
export function Tabs({
  label,
  tabs,
  tab,
}: {
  label: string
  tabs: readonly (Tab | false)[]
  tab: string | undefined
}) {
  const offered = tabs.filter((one) => one !== false)
  const selected = offered.find(({ id }) => id === tab) ?? offered[0]!
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form */}
      <div className="tabs" role="group" aria-label={label}>
        {offered.map(({ id, label }) => (
          <Link
            key={id}
            to="."
            search={withSearch({ tab: id === offered[0]!.id ? undefined : id, page: undefined })}
            resetScroll={false}
            activeOptions={EXACTLY}
            className="tab"
            aria-current={id === selected.id ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </div>
      {selected.content()}
    </div>
  )
}
