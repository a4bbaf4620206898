import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'
import { BrandSwitcher } from './brand-switcher.tsx'
import { useNavigationEntries } from './navigation-entries.ts'

/** The popover that the navigation is in on narrow screens. */
export const SIDEBAR_ID = 'sidebar'

/** The product, the brand switcher and the navigation. On narrow screens the menu button shows it. */
export function Sidebar() {
  const groups = useNavigationEntries()
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    const sidebar = document.getElementById(SIDEBAR_ID)
    if (path && sidebar?.matches(':popover-open')) sidebar.hidePopover()
  }, [path])
  return (
    <aside className="sidebar" id={SIDEBAR_ID} popover="auto" aria-label={text.frame.menu}>
      <div className="sidebar-product">
        <Logo />
        <span>{text.frame.product}</span>
      </div>
      <BrandSwitcher />
      <nav aria-label={text.frame.navigation}>
        {groups.map((entries) => (
          <ul key={entries[0]!.to}>
            {entries.map(({ to, label, icon }) => (
              <li key={to}>
                <Link to={to} className="sidebar-link" activeProps={{ 'aria-current': 'page' }}>
                  <Icon name={icon} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </aside>
  )
}
