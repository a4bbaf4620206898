import { text } from '../../text/text.ts'
import { Badge, type Tone } from '../../ui/message.tsx'
import type { Lead } from './lead.ts'

const TONES: Record<Lead['state'], Tone> = {
  received: 'warning',
  assigned: 'info',
  forwarded: 'success',
  failed: 'danger',
}

export function LeadBadge({ state }: Pick<Lead, 'state'>) {
  return <Badge tone={TONES[state]}>{text.leads.states[state]}</Badge>
}
