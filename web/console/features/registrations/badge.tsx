import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Badge, type Tone } from '../../ui/message.tsx'

export type Registration = Schemas['Registration']

const TONES: Record<Registration['state'], Tone> = {
  received: 'warning',
  accepted: 'success',
  rejected: 'neutral',
}

export function RegistrationBadge({ state }: Pick<Registration, 'state'>) {
  return <Badge tone={TONES[state]}>{text.registrations.states[state]}</Badge>
}
