import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Badge } from '../../ui/message.tsx'

const t = text.users

export function UserBadge({ user: { active, invited } }: { user: Schemas['User'] }) {
  if (!active) return <Badge tone="neutral">{t.states.false}</Badge>
  return invited ? <Badge tone="info">{t.invited}</Badge> : <Badge tone="success">{t.states.true}</Badge>
}
