import { useQuery } from '@tanstack/react-query'
import { useBrandFilter } from '../../api/brands.ts'
import { read } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'

/** What needs somebody today, then figures. */
export function OverviewPage() {
  const overview = useQuery(read('/admin/v1/overview', { query: useBrandFilter() }))
  return (
    <Page title={text.frame.pages.overview}>
      <Loaded query={overview}>{({ data }) => <pre>{JSON.stringify(data, null, 2)}</pre>}</Loaded>
    </Page>
  )
}
