import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'

/** Returns what the server says about the brand of this id, where the person may read brands. */
export function useBrandOf(id: number) {
  const enabled = useMay()('brands:read')
  const { data } = useQuery({ ...read('/admin/v1/brands', { query: { limit: 200 } }), enabled })
  return data?.data.find((brand) => brand.id === id)
}

/** The name of the brand that an event names by its id. */
export function EventBrand({ id }: { id: number }) {
  return <>{useBrandOf(id)?.name ?? id}</>
}
