import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Badge } from '../../ui/message.tsx'

const t = text.tokens

export function TokenBadge({ token: { active, expires_at: end } }: { token: Schemas['Token'] }) {
  if (!active) return <Badge tone="danger">{t.states.false}</Badge>
  const expired = end !== null && Date.parse(end) <= Date.now()
  return expired ? <Badge tone="neutral">{t.expired}</Badge> : <Badge tone="success">{t.states.true}</Badge>
}
