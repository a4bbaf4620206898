import type { ReactNode } from 'react'
import { text } from '../text/text.ts'
import './facts.css'

/** A value that is usually long, such as a web address, on its own line. */
export function WideFact({ children }: { children: string }) {
  return <span className="facts-wide">{children}</span>
}

/** A record's names and values. Values that are null or empty show a dash. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode] | false)[] }) {
  return (
    <dl className="facts">
      {facts
        .filter((fact) => fact !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null || value === undefined || value === '' ? text.common.unnamed : value}</dd>
          </div>
        ))}
    </dl>
  )
}
