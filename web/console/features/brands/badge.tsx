import { text } from '../../text/text.ts'
import { Badge } from '../../ui/message.tsx'

const t = text.brands

/** Whether a brand's messages leave the server. */
export function SandboxBadge({ sandbox }: { sandbox: boolean }) {
  return sandbox ? <Badge tone="warning">{t.sandbox}</Badge> : <Badge tone="success">{t.live}</Badge>
}
