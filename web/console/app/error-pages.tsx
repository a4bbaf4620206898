import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import type { Needs } from '../api/session.ts'
import { text } from '../text/text.ts'
import { buttonClass } from '../ui/button.tsx'
import { FailedPage } from '../ui/loaded-page.tsx'
import { Message } from '../ui/message.tsx'
import { Page } from '../ui/page.tsx'

const { notFound } = text.frame

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
      <HomeLink />
    </Page>
  )
}

/** Says what the person would need to open a page. */
export function NotPermittedPage({ needs }: { needs: Needs }) {
  return (
    <Page title={text.frame.failures.notPermitted}>
      <Message tone="danger">
        {text.common.notPermitted(text.frame.failures.needs([needs ?? []].flat()))}
      </Message>
      <HomeLink />
    </Page>
  )
}

function HomeLink() {
  return (
    <p>
      <Link to="/" className={buttonClass('secondary')}>
        {notFound.home}
      </Link>
    </p>
  )
}

export function BrokenPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof ApiError) return <FailedPage error={error} retry={() => void router.invalidate()} />
  return (
    <Page title={text.frame.failures.broken}>
      <p>{text.frame.broken}</p>
      <p>
        <button type="button" className={buttonClass('primary')} onClick={() => location.reload()}>
          {text.frame.reload}
        </button>
      </p>
      <pre className="card">{describe(error)}</pre>
    </Page>
  )
}

function describe(error: unknown): string {
  return (error instanceof Error && error.stack) || String(error)
}
