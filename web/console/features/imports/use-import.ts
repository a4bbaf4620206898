import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { read } from '../../api/queries.ts'

type Import = Schemas['Import']

const ASK_AGAIN_MS = 1_000

/**
 * Reads an import. While it is checked or runs, the server sends how far it is. Where its stream ends early, a proxy cuts
 * it, say, the page asks every second.
 */
export function useImport(id: number) {
  const queryClient = useQueryClient()
  const [asks, setAsks] = useState(false)
  const options = read('/admin/v1/imports/{id}', { path: { id } })
  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => (asks && isUnderWay(state.data?.data.state) ? ASK_AGAIN_MS : false),
  })
  const underWay = isUnderWay(query.data?.data.state)
  const { queryKey } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is another object each time; the id makes it
  useEffect(() => {
    if (!underWay) return undefined
    setAsks(false)
    const stream = new EventSource(`/admin/v1/imports/${id}/events`)
    stream.onmessage = ({ data }) => {
      const event = JSON.parse(data) as Partial<Import>
      if (!isUnderWay(event.state)) {
        stream.close()
        // The errors are in the record alone.
        void queryClient.invalidateQueries({ queryKey })
      } else {
        queryClient.setQueryData(
          queryKey,
          (known) => known && { ...known, data: { ...known.data, ...event } },
        )
      }
    }
    stream.onerror = () => {
      stream.close()
      setAsks(true)
    }
    return () => stream.close()
  }, [id, underWay, queryClient])
  return query
}

export function isUnderWay(state: Import['state'] | undefined): boolean {
  return state === 'checking' || state === 'running'
}
