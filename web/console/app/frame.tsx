import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { text } from '../text/text.ts'
import { Notices } from '../ui/notices.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import './frame.css'

/** What surrounds every page: navigation, brand switcher, account menu, notices. */
export function Frame() {
  useFocusOnNavigation()
  return (
    <div className="frame">
      <a className="skip" href="#main">
        {text.frame.skip}
      </a>
      <Sidebar />
      <div className="frame-body">
        <TopBar />
        <ConnectionNotice />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Notices />
    </div>
  )
}

/** Moves the focus to the heading of a new page, for those who don't see that it changed. */
function useFocusOnNavigation(): void {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    // The page's code may still be on its way.
    const timer = setTimeout(() => document.querySelector<HTMLElement>('main h1')?.focus(), 50)
    return () => clearTimeout(timer)
  }, [path])
}
