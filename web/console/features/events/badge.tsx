import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Badge } from '../../ui/message.tsx'

const t = text.events.states

/** Whether an endpoint gets events, and who switched it off. */
export function EndpointBadge({ endpoint }: { endpoint: Schemas['EventEndpoint'] }) {
  if (!endpoint.active) {
    return endpoint.disabled_at ? <Badge tone="danger">{t.disabled}</Badge> : <Badge>{t.off}</Badge>
  }
  if (endpoint.failing_since) return <Badge tone="warning">{t.failing}</Badge>
  return <Badge tone="success">{t.on}</Badge>
}
