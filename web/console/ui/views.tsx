import { Link, useSearch } from '@tanstack/react-router'
import { EXACTLY, withSearch } from '../app/search.ts'
import './tabs.css'

/** The ways in which a list can be seen, by the parameter `view` of the URL; '' is the one without it. */
export function Views({ label, views }: { label: string; views: Readonly<Record<string, string>> }) {
  const { view = '' } = useSearch({ strict: false }) as { view?: string }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div className="tabs" role="group" aria-label={label}>
      {Object.entries(views).map(([one, name]) => (
        <Link
          key={one}
          to="."
          search={withSearch({ view: one || undefined, page: undefined, at: undefined })}
          activeOptions={EXACTLY}
          className="tab"
          aria-current={one === view ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </div>
  )
}
