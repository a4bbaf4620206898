import { text } from '../text/text.ts'
import { Badge, type Tone } from '../ui/message.tsx'

const STATES = {
  pending: 'info',
  delivered: 'success',
  failed: 'danger',
} as const satisfies Record<string, Tone>

export function DeliveryBadge({ state }: { state: keyof typeof STATES }) {
  return <Badge tone={STATES[state]}>{text.records.deliveries.states[state]}</Badge>
}

const WARRANTIES: Record<string, Tone> = { active: 'success', expired: 'neutral', voided: 'danger' }

export function WarrantyBadge({ status }: { status: string }) {
  const names: Record<string, string> = text.warranties.statuses
  return <Badge tone={WARRANTIES[status] ?? 'neutral'}>{names[status] ?? status}</Badge>
}

const SYNCS: Record<string, Tone> = { pending: 'info', synced: 'success', failed: 'danger' }

export function SyncBadge({ status }: { status: string }) {
  const names: Record<string, string> = text.warranties.syncs
  return <Badge tone={SYNCS[status] ?? 'neutral'}>{names[status] ?? status}</Badge>
}
