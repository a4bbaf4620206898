import { useQuery } from '@tanstack/react-query'
import { readList } from '../../api/queries.ts'
import { DeliveriesList } from '../../records/deliveries-list.tsx'
import { text } from '../../text/text.ts'
import { Section } from '../../ui/page.tsx'

const SHOWN = 10

/** Everything that was or is to be sent to an endpoint, the newest first. */
export function EndpointDeliveries({ id, page }: { id: number; page: number | undefined }) {
  const query = useQuery(
    readList('/admin/v1/deliveries', { query: { endpoint: id, limit: SHOWN, ...(page && { page }) } }),
  )
  return (
    <Section title={text.events.deliveries}>
      <DeliveriesList query={query} empty={text.events.noDeliveries} />
    </Section>
  )
}
