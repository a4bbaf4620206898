import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Badge } from '../../ui/message.tsx'

/** Whether a dealer is active, and whether the locator knows where it is. */
export function DealerBadge({ dealer }: { dealer: Pick<Schemas['Dealer'], 'active' | 'latitude'> }) {
  if (!dealer.active) return <Badge>{text.dealers.states.false}</Badge>
  if (dealer.latitude === null) return <Badge tone="warning">{text.dealers.withoutLocation}</Badge>
  return <Badge tone="success">{text.dealers.states.true}</Badge>
}
