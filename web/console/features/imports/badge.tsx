import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Badge, type Tone } from '../../ui/message.tsx'

type State = Schemas['Import']['state']

const TONES: Record<State, Tone> = {
  checking: 'info',
  ready: 'warning',
  running: 'info',
  done: 'success',
  failed: 'danger',
}

export function ImportBadge({ state }: { state: State }) {
  return <Badge tone={TONES[state]}>{text.imports.states[state]}</Badge>
}
