/** What the list's URL holds, named as the server's parameters. */
export interface ListSearch {
  q: string
  country: string
  group: string
  active: 'true' | 'false'
  without_point: 'true' | 'false'
  page: number
  view: 'map'
}

/** Returns the parameters of the server's list. */
export function queryOf({ active, without_point, view: _view, ...search }: Partial<ListSearch>) {
  return {
    ...search,
    sort: 'name' as const,
    ...(active && { active: active === 'true' }),
    ...(without_point && { without_point: without_point === 'true' }),
  }
}
