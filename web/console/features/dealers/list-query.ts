/** The list's URL parameters, named as the server's parameters. */
export interface ListSearch extends Partial<Record<Defect, 'true' | 'false'>> {
  q: string
  country: string
  state: string
  group: string
  active: 'true' | 'false'
  page: number
  view: 'map'
  /** The part of the map that somebody moved to. */
  at: string
}

/** Possible defects of a dealer's record. */
export const DEFECTS = ['without_point', 'far_from_postal_code', 'without_email'] as const
type Defect = (typeof DEFECTS)[number]

/** Returns the parameters of the server's list. */
export function queryOf({ view: _view, at: _at, ...search }: Partial<ListSearch>) {
  return { ...conditionsOf(search), sort: 'name' as const }
}

/** Returns the parameters of the server's map for the same dealers. */
export function mapQueryOf({ view: _view, at: _at, page: _page, ...search }: Partial<ListSearch>) {
  return { ...conditionsOf(search), include_inactive: true }
}

function conditionsOf<S extends Partial<Omit<ListSearch, 'view' | 'at'>>>({
  active,
  without_point,
  far_from_postal_code,
  without_email,
  ...search
}: S) {
  return {
    ...search,
    ...(active && { active: active === 'true' }),
    ...(without_point && { without_point: without_point === 'true' }),
    ...(far_from_postal_code && { far_from_postal_code: far_from_postal_code === 'true' }),
    ...(without_email && { without_email: without_email === 'true' }),
  }
}
