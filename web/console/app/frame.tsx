import { Outlet, useMatches } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { text } from '../text/text.ts'
import { Notices } from '../ui/notices.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { NotPermittedPage } from './error-pages.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { needsOf } from './navigation.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import './frame.css'

/** The frame of every page: navigation, brand switcher, account menu, notices. */
export function Frame() {
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
          <Content />
        </main>
      </div>
      <LeaveGuard />
      <Notices />
    </div>
  )
}

/** The page, or why the person may not open it. */
function Content() {
  const may = useMay()
  const needs = needsOf(useMatches({ select: (matches) => matches.at(-1)?.fullPath }))
  return may(needs) ? <Outlet /> : <NotPermittedPage needs={needs} />
}
