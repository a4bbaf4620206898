import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import { AccountMenu } from './account-menu.tsx'
import { JumpButton } from './jump-button.tsx'
import { SIDEBAR_ID } from './sidebar.tsx'

/** The bar above each page. */
export function TopBar() {
  return (
    <header className="top-bar">
      <button
        type="button"
        className="button button-icon top-bar-menu"
        popoverTarget={SIDEBAR_ID}
        aria-label={text.frame.menu}
      >
        <Icon name="menu" />
      </button>
      <JumpButton />
      <div className="top-bar-space" />
      <AccountMenu />
    </header>
  )
}
