import type { ReactNode } from 'react'
import { text } from '../text/text.ts'
import './facts.css'

/** A value that is seldom short, such as an address of the web: it has a line of its own. */
export function WideFact({ children }: { children: string }) {
  return <span className="facts-wide">{children}</span>
}

/** What is known about a record: names and values. Values that are null or empty show a dash. */
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
