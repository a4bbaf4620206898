import type { Schemas } from '../../api/client.ts'
import { inMoments } from '../../api/days.ts'

type Delivery = Schemas['ListedDelivery']

/** The list's URL parameters, named as the server's parameters. `do`: the dialog that is open. */
export interface ListSearch {
  state: Delivery['state']
  kind: Delivery['kind']
  event: string
  subject: string
  from: string
  to: string
  page: number
  view: 'receivers'
  do: 'retry'
}

type Given = Partial<ListSearch> & { brand?: string }

/** Returns the query for the server. */
export function queryOf({ do: _dialog, view: _view, ...query }: Given) {
  return inMoments(query)
}

/** Returns what selects the failed deliveries among those of the list. */
export function failedFilterOf({ do: _dialog, view: _view, page: _page, state: _state, ...filter }: Given) {
  return { ...filter, state: 'failed' as const }
}
