import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import './message.css'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

const ICONS: Record<Tone, IconName> = {
  neutral: 'info',
  info: 'info',
  success: 'check',
  warning: 'warning',
  danger: 'warning',
}

/** A sentence or two in a box. Errors are announced. */
export function Message({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div className={`message tone-${tone}`} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  )
}

/** A word on a colored ground: the state of something. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>
}
