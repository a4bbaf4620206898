/** The list's URL parameters, named as the server's parameters. */
export interface ListSearch {
  q: string
  kind: 'secret' | 'publishable' | 'service'
  active: 'true' | 'false'
  page: number
}

/** Returns the query for the server. */
export function queryOf({ active, ...query }: Partial<ListSearch> & { brand?: string }) {
  return { ...query, ...(active && { active: active === 'true' }) }
}
