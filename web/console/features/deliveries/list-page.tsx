import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../../api/queries.ts'
import { useMay } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { DeliveriesList } from '../../records/deliveries-list.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { DateFilter, Filters, SelectFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'
import { Views } from '../../ui/views.tsx'
import { failedFilterOf, queryOf } from './list-query.ts'
import { Receivers } from './receivers.tsx'
import { RetryManyDialog } from './retry-many-dialog.tsx'

const t = text.deliveries
const { states, kinds, state: stateLabel } = text.records.deliveries
const route = getRouteApi('/_frame/deliveries')

/** Everything that was sent or is to be sent, the newest first. */
export function ListPage() {
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/deliveries', { query: queryOf(search) }))
  const { brand, page, view, do: action, ...filters } = search
  const mayRetry = useMay()('deliveries:retry') && (search.state ?? 'failed') === 'failed'
  const close = useCloseDialog()
  return (
    <Page
      title={text.frame.pages.deliveries}
      actions={mayRetry && <ActionLink action="retry">{t.retryMany.open}</ActionLink>}
    >
      <Views label={t.views.label} views={{ '': t.views.list, receivers: t.views.receivers }} />
      {view === 'receivers' ? (
        <Receivers />
      ) : (
        <>
          <Filters>
            <SelectFilter name="state" label={stateLabel} options={states} />
            <SelectFilter name="kind" label={t.kind} options={kinds} />
            <TextFilter name="event" label={t.event} example={t.eventExample} maxLength={200} />
            <TextFilter name="subject" label={t.aboutFilter} example={t.aboutExample} maxLength={30} />
            <DateFilter name="from" label={t.from} />
            <DateFilter name="to" label={t.to} />
          </Filters>
          <DeliveriesList query={query} empty={Object.keys(filters).length > 0 ? t.noMatch : t.empty} />
        </>
      )}
      {action === 'retry' && mayRetry && <RetryManyDialog filter={failedFilterOf(search)} onClose={close} />}
    </Page>
  )
}
