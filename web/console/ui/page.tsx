import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useListSearch } from '../app/list-search.ts'
import { EXACTLY } from '../app/search.ts'
import { Icon } from './icon.tsx'
import { useFocusOnNavigation } from './page-focus.ts'
import { useTitle } from './title.ts'
import './page.css'

/** The list that a record is in. */
export interface Back {
  label: string
  link: LinkProps
}

/** A page: its one `h1`, what leads back, its actions, its content. */
export function Page({
  title,
  back,
  badge,
  actions,
  children,
}: {
  title: string
  back?: Back
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const listSearch = useListSearch(back?.link.to)
  useTitle(title)
  useFocusOnNavigation(heading)
  return (
    <div className="page">
      <header className="page-header">
        <div>
          {back && (
            <Link
              {...back.link}
              search={{ ...listSearch } as never}
              activeOptions={EXACTLY}
              className="page-back"
            >
              <Icon name="previous" size={12} />
              {back.label}
            </Link>
          )}
          <div className="row">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {badge}
          </div>
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** A part of a page with its heading. */
export function Section({
  title,
  actions,
  children,
}: {
  title: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="section">
      <div className="section-header">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** A bordered box. */
export function Card({ children }: { children: ReactNode }) {
  return <div className="card">{children}</div>
}
