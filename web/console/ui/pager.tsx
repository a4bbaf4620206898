import { Link } from '@tanstack/react-router'
import { EXACTLY, withSearch } from '../app/search.ts'
import { text } from '../text/text.ts'
import { formatNumber } from './format.ts'
import { Icon } from './icon.tsx'
import './pager.css'

/** The server's data about a page of a list. */
export interface Pagination {
  page: number | null
  limit: number
  total: number | null
  total_pages: number | null
  total_is_minimum?: true
}

const t = text.common

/** Which records are shown, and the way to the pages before and after. The page is in the URL. */
export function Pager({ pagination, shown }: { pagination: Pagination; shown: number }) {
  const { page, limit, total } = pagination
  if (page === null || total === null) return null
  const from = (page - 1) * limit + 1
  const atLeast = pagination.total_is_minimum ? t.atLeast(formatNumber(total)) : formatNumber(total)
  const hasNext = page < (pagination.total_pages ?? 0) || (pagination.total_is_minimum && shown === limit)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div className="pager" role="group" aria-label={t.pages}>
      <p className="muted">{t.results(from, from + shown - 1, atLeast)}</p>
      {(page > 1 || hasNext) && (
        <div className="row">
          <PageLink page={page - 1} exists={page > 1} icon="previous" label={t.previousPage} />
          <PageLink page={page + 1} exists={Boolean(hasNext)} icon="next" label={t.nextPage} />
        </div>
      )}
    </div>
  )
}

function PageLink({
  page,
  exists,
  icon,
  label,
}: {
  page: number
  exists: boolean
  icon: 'previous' | 'next'
  label: string
}) {
  return (
    <Link
      to="."
      search={withSearch({ page: page > 1 ? page : undefined })}
      disabled={!exists}
      activeOptions={EXACTLY}
      className="button button-secondary pager-link"
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </Link>
  )
}
