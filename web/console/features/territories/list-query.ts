/** The list's URL parameters, named as the server's parameters. `do`: the dialog that is open. */
export interface ListSearch {
  dealer: string
  country: string
  prefix: string
  page: number
  view: 'map'
  /** The part of the map that somebody moved to. */
  at: string
  do: 'assign' | 'remove'
}

/** Returns the parameters of the server's list. */
export function queryOf({ do: _action, view: _view, at: _at, ...query }: Partial<ListSearch>) {
  return query
}
