import type { ReactNode } from 'react'
import './timeline.css'

/** Events in order. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className="timeline">{children}</ol>
}

export function TimelineItem({
  title,
  when,
  current = false,
  children,
}: {
  title: ReactNode
  when: ReactNode
  /** Whether this is what is true now. */
  current?: boolean
  children?: ReactNode
}) {
  return (
    <li className={current ? 'timeline-item timeline-current' : 'timeline-item'}>
      <div className="timeline-header">
        <span className="timeline-title">{title}</span>
        <span className="muted">{when}</span>
      </div>
      {children}
    </li>
  )
}
