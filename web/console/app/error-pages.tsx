import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import { text } from '../text/text.ts'
import { buttonClass } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Failure } from '../ui/states.tsx'

const { notFound, broken } = text.frame

/** The error pages where there is no frame around them. */
export function BareNotFoundPage() {
  return (
    <main className="bare">
      <NotFoundPage />
    </main>
  )
}

export function BareBrokenPage(props: ErrorComponentProps) {
  return (
    <main className="bare">
      <BrokenPage {...props} />
    </main>
  )
}

export function NotFoundPage() {
  return (
    <Page title={notFound.title}>
      <p>{notFound.text}</p>
      <p>
        <Link to="/" className={buttonClass('secondary')}>
          {notFound.home}
        </Link>
      </p>
    </Page>
  )
}

export function BrokenPage({ error }: ErrorComponentProps) {
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  const stack = error instanceof ApiError ? undefined : describe(error)
  return (
    <Page title={broken.title}>
      {stack === undefined ? <Failure error={error} /> : <p>{broken.text}</p>}
      <p>
        <button type="button" className={buttonClass('primary')} onClick={() => location.reload()}>
          {text.frame.reload}
        </button>
      </p>
      {stack && <pre className="card">{stack}</pre>}
    </Page>
  )
}

function describe(error: unknown): string {
  return (error instanceof Error && error.stack) || String(error)
}
