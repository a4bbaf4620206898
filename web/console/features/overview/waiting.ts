import { useQuery } from '@tanstack/react-query'
import { useBrandFilter } from '../../api/brands.ts'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'

interface Counted {
  data?: { meta: { pagination: { total: number | null } } } | undefined
}

/** Returns how many leads, registrations and endpoints wait for somebody; undefined what the person may not read. */
export function useWaiting() {
  const may = useMay()
  const brand = useBrandFilter()
  const leads = { ...brand, limit: 1 }
  const mayReadLeads = may('leads:read')
  const failed = useQuery({
    ...readList('/admin/v1/leads', { query: { ...leads, state: 'failed' } }),
    enabled: mayReadLeads,
  })
  const received = useQuery({
    ...readList('/admin/v1/leads', { query: { ...leads, state: 'received' } }),
    enabled: mayReadLeads,
  })
  const registrations = useQuery({
    ...readList('/admin/v1/registrations', { query: { ...brand, limit: 1, state: 'received' } }),
    enabled: may('warranty:read'),
  })
  const endpoints = useQuery({
    ...readList('/admin/v1/event-endpoints', { query: { ...brand, limit: 200 } }),
    enabled: may('brands:read'),
  })
  return {
    disabledEndpoints: endpoints.data?.data.filter(({ disabled_at }) => disabled_at !== null).length,
    failedLeads: totalOf(failed),
    leads: totalOf(received),
    registrations: totalOf(registrations),
    isLoading: [failed, received, registrations, endpoints].some(({ isLoading }) => isLoading),
  }
}

function totalOf({ data }: Counted): number | undefined {
  return data?.meta.pagination.total ?? undefined
}
