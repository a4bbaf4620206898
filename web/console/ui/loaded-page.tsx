import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { text } from '../text/text.ts'
import { buttonClass } from './button.tsx'
import { type Back, Page } from './page.tsx'
import { Failure, failureTitle, Loaded } from './states.tsx'

/** A page that is one record: what `children` make of it; until then that it loads, or a page that says why not. */
export function LoadedPage<T>({
  query,
  back,
  children,
}: {
  query: UseQueryResult<T>
  back: Back
  children: (data: T) => ReactNode
}) {
  if (query.data === undefined && query.isError) {
    return <FailedPage error={query.error} back={back} retry={() => void query.refetch()} />
  }
  return <Loaded query={query}>{children}</Loaded>
}

/** Says why a page can't be shown, and where to go instead. */
export function FailedPage({ error, back, retry }: { error: unknown; back?: Back; retry: () => void }) {
  const status = error instanceof ApiError ? error.status : undefined
  return (
    <Page title={failureTitle(error)}>
      {status === 404 ? <p>{text.frame.notFound.text}</p> : <Failure error={error} retry={retry} />}
      <div className="row">
        {back && status !== 403 && (
          <Link {...back.link} className={buttonClass('secondary')}>
            {text.frame.failures.toList(back.label)}
          </Link>
        )}
        <Link to="/" className={buttonClass('secondary')}>
          {text.frame.notFound.home}
        </Link>
      </div>
    </Page>
  )
}
