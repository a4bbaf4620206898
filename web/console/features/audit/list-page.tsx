import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { inMoments } from '../../api/days.ts'
import { readList } from '../../api/queries.ts'
import { AuditList } from '../../records/audit-list.tsx'
import { text } from '../../text/text.ts'
import { DateFilter, Filters } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { TextFilter } from '../../ui/text-filter.tsx'

const t = text.audit
const route = getRouteApi('/_frame/audit')

/** The audit trail, newest first. */
export function ListPage() {
  const search = route.useSearch()
  const query = useQuery(readList('/admin/v1/audit', { query: inMoments(search) }))
  const { brand, page, ...filters } = search
  return (
    <Page title={text.frame.pages.audit}>
      <Filters>
        <TextFilter name="actor" label={t.actor} example={t.actorExample} maxLength={310} />
        <TextFilter name="action" label={t.action} example={t.actionExample} maxLength={100} />
        <TextFilter name="subject" label={t.subject} example={t.subjectExample} maxLength={310} />
        <DateFilter name="from" label={t.from} />
        <DateFilter name="to" label={t.to} />
      </Filters>
      <AuditList
        query={query}
        ofOneRecord={false}
        empty={Object.keys(filters).length > 0 ? t.noMatch : t.empty}
      />
    </Page>
  )
}
