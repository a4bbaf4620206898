import { Outlet } from '@tanstack/react-router'
import { text } from '../text/text.ts'
import { Notices } from '../ui/notices.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
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
          <Outlet />
        </main>
      </div>
      <Notices />
    </div>
  )
}
