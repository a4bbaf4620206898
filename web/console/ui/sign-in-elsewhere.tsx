import { text } from '../text/text.ts'

/** Says that the session has ended, and how to go on without losing what is typed. */
export function SignInElsewhere() {
  return (
    <>
      {text.common.signedOut}{' '}
      <a href="/console/sign-in" target="_blank" rel="noreferrer">
        {text.common.signInElsewhere}
      </a>
    </>
  )
}
