import { useQuery } from '@tanstack/react-query'
import { useBrandFilter } from '../../api/brands.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'

/** Returns how many leads wait for somebody; undefined for a person who may not read leads. */
export function useWaitingLeads() {
  const enabled = useMay()('leads:read')
  const query = { ...useBrandFilter(), limit: 1 }
  const failed = useQuery({
    ...readList('/admin/v1/leads', { query: { ...query, state: 'failed' } }),
    enabled,
  })
  const received = useQuery({
    ...readList('/admin/v1/leads', { query: { ...query, state: 'received' } }),
    enabled,
  })
  return {
    failed: failed.data?.meta.pagination.total,
    received: received.data?.meta.pagination.total,
    isLoading: failed.isLoading || received.isLoading,
  }
}
