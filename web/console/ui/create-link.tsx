import { Link, type LinkProps } from '@tanstack/react-router'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

/** The link from a list to the page that adds a record. */
export function CreateLink({ to, children }: { to: LinkProps['to']; children: string }) {
  return (
    <Link to={to} className={buttonClass('primary')}>
      <Icon name="plus" />
      {children}
    </Link>
  )
}
