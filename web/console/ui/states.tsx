import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { text } from '../text/text.ts'
import { Button } from './button.tsx'
import { Message } from './message.tsx'
import './states.css'

/** Parameters of a list's URL that leave no record out of it. */
const NO_FILTERS = ['brand', 'page', 'view', 'at', 'do']

/** Shows what a query brought; until then that it loads, or why it failed. */
export function Loaded<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) {
    return <div aria-busy={query.isPlaceholderData || undefined}>{children(query.data)}</div>
  }
  if (query.isError) return <Failure error={query.error} retry={() => query.refetch()} />
  return <Loading />
}

/** Lines that pulse. Shown late, so that fast loads don't flicker. */
export function Loading({ lines = 5 }: { lines?: number }) {
  return (
    <div className="loading" role="status" aria-label={text.common.loading}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div key={line} />
      ))}
    </div>
  )
}

/** A box that pulses, as high as a map. */
export function LoadingMap({ small = false }: { small?: boolean }) {
  return (
    <div className="loading" role="status" aria-label={text.common.loading}>
      <div className={small ? 'loading-map loading-map-small' : 'loading-map'} />
    </div>
  )
}

/** Why something could not be loaded, in words for people. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const isPassing = mayPass(error)
  return (
    <Message tone="danger">
      <p>{reasonOf(error)}</p>
      {error instanceof ApiError && error.requestId && error.status >= 500 && (
        <p>{text.common.requestId(error.requestId)}</p>
      )}
      {retry && isPassing && (
        <p className="state-action">
          <Button onClick={retry}>{text.common.retry}</Button>
        </p>
      )}
    </Message>
  )
}

/** Returns whether the same request may succeed later. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500
}

/** Says that there is nothing, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children && <div className="muted">{children}</div>}
    </div>
  )
}

/** As `Empty`, for a list: nothing matches the filters in the URL, or there is nothing yet. */
export function EmptyList({
  texts: { noMatch, empty, emptyHint },
  search,
}: {
  texts: { noMatch: string; empty: string; emptyHint?: string }
  search: object
}) {
  const isFiltered = Object.entries(search).some(
    ([name, value]) => value !== undefined && !NO_FILTERS.includes(name),
  )
  return isFiltered ? <Empty title={noMatch} /> : <Empty title={empty}>{emptyHint}</Empty>
}

/** Returns the heading of a page that can't be shown. */
export function failureTitle(error: unknown): string {
  const { failures } = text.frame
  if (!(error instanceof ApiError)) return failures.broken
  if (isUnreachable(error)) return failures.unreachable
  if (error.status === 403) return failures.notPermitted
  if (error.status === 404) return failures.notFound
  return error.status === 429 || error.status === 503 ? failures.busy : failures.broken
}

/** Returns whether the server, or the proxy before it, is away. */
function isUnreachable({ status }: ApiError): boolean {
  return [0, 502, 504].includes(status)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return text.common.failed
  if (isUnreachable(error)) return text.common.unreachable
  if (error.status === 403) return text.common.notPermitted(error.message)
  if (error.code === 'PRECONDITION_FAILED') return text.common.changedBefore
  if (error.code === 'NOT_FOUND') return text.frame.notFound.text
  const issues = error.issues.map(({ message }) => message).filter((message) => message !== error.message)
  return [error.message, ...issues].join(' ')
}
