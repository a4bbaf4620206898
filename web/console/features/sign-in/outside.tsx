import type { ReactNode } from 'react'
import { text } from '../../text/text.ts'
import { Logo } from '../../ui/logo.tsx'
import { useTitle } from '../../ui/title.ts'
import './outside.css'

/** A page for people who are not signed in: a card in the middle. */
export function Outside({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return (
    <main className="outside">
      <div className="outside-logo">
        <Logo />
        <span>{text.frame.product}</span>
      </div>
      <div className="outside-card card">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
