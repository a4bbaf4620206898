import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Pressable,
  Separator,
} from 'react-aria-components'
import { api, unwrap } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import { THEMES, type Theme, useTheme } from './theme.ts'
import '../ui/menu.css'

const t = text.frame

/** The person's menu: account, theme, sign out. */
export function AccountMenu() {
  const { user } = useSession()
  const [theme, chooseTheme] = useTheme()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const signOut = async () => {
    await unwrap(api.DELETE('/admin/v1/session'))
    await navigate({ to: '/sign-in', ignoreBlocker: true })
    queryClient.clear()
  }
  return (
    <MenuTrigger>
      <Pressable>
        <button type="button" className="button button-quiet" aria-label={t.account(user.email)}>
          <Icon name="user" />
          <span className="account-email">{user.email}</span>
        </button>
      </Pressable>
      <Popover className="menu-popover" placement="bottom end">
        <Menu className="menu">
          <MenuItem className="menu-item menu-person" isDisabled>
            {user.email}
          </MenuItem>
          <Separator className="menu-separator" />
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={([key]) => chooseTheme(key as Theme)}
          >
            <Header className="menu-header">{t.theme}</Header>
            {THEMES.map((name) => (
              <MenuItem key={name} id={name} className="menu-item">
                {t.themes[name]}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className="menu-separator" />
          <MenuItem className="menu-item" onAction={() => void navigate({ to: '/account' })}>
            {t.profile}
          </MenuItem>
          <MenuItem className="menu-item" onAction={() => void signOut()}>
            {t.signOut}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
