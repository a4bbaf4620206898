import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { withSearch } from './search.ts'

/**
 * Returns what closes the dialog that the URL names: its parameters leave the URL, so that Back doesn't open it again, and
 * what the page shows is read again.
 * `about` are the dialog's parameters besides `do`.
 */
export function useCloseDialog(...about: string[]): () => Promise<void> {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async () => {
    const gone = ['do', ...about].map((name) => [name, undefined])
    await navigate({ to: '.', search: withSearch(Object.fromEntries(gone)), replace: true })
    await queryClient.invalidateQueries()
  }
}
