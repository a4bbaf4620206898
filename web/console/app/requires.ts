import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/client.ts'
import { isPermitted, type Needs, sessionQuery } from '../api/session.ts'
import { text } from '../text/text.ts'

/** Returns the `beforeLoad` of a page that is a form: people who may not send it read what they lack instead. */
export function requires(...permissions: string[]) {
  return async ({ context }: { context: { queryClient: QueryClient } }) => {
    const { data } = await context.queryClient.ensureQueryData(sessionQuery)
    if (isPermitted(data, permissions satisfies Needs)) return
    throw new ApiError(text.frame.failures.lacks(permissions), {
      status: 403,
      code: 'ENDPOINT_NOT_PERMITTED',
    })
  }
}
