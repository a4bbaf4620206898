/** The list's URL parameters, named as the server's parameters. */
export interface ListSearch {
  q: string
  role: 'administrator' | 'brand_manager' | 'service' | 'sales' | 'viewer'
  active: 'true' | 'false'
  page: number
  do: 'invite'
}

/** Returns the query for the server. */
export function queryOf({ active, do: _, ...query }: Partial<ListSearch> & { brand?: string }) {
  return { ...query, ...(active && { active: active === 'true' }) }
}
