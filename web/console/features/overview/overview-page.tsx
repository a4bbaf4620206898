import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { readList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { SelectFilter } from '../../ui/filters.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Attention } from './attention.tsx'
import { Figures } from './figures.tsx'

const t = text.overview
const route = getRouteApi('/_frame/overview')
const DEFAULT_DAYS = '90'
const DAY_MS = 86_400_000

/** The items that need attention, then figures. */
export function OverviewPage() {
  const { brand, days = DEFAULT_DAYS } = route.useSearch()
  const to = dateOf(Date.now() + DAY_MS)
  const from = dateOf(Date.now() - (Number(days) - 1) * DAY_MS)
  const overview = useQuery(readList('/admin/v1/overview', { query: { from, to, ...(brand && { brand }) } }))
  return (
    <Page title={text.frame.pages.overview}>
      <Loaded query={overview}>
        {({ data }) => (
          <div className="stack">
            <Attention overview={data} />
            <Section
              title={t.figures}
              actions={
                <SelectFilter name="days" label={t.period} options={t.periods} fallback={DEFAULT_DAYS} />
              }
            >
              <Figures overview={data} />
            </Section>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** Returns the day of a moment in UTC, by which the server counts. */
function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
