import type { ComponentProps } from 'react'
import { text } from '../text/text.ts'
import { Icon, type IconName } from './icon.tsx'
import './button.css'

export interface ButtonLook {
  /** `danger` for what destroys something. A page has one `primary` button at most. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: IconName
}

/** A button. While `busy` it can't be pressed again, but keeps the focus. */
export function Button({
  look = 'secondary',
  icon,
  busy = false,
  children,
  onClick,
  ...props
}: ButtonLook & { busy?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={buttonClass(look)}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {busy && <span className="hidden-visually">{text.common.working}</span>}
    </button>
  )
}

/** A square button with an icon alone, named by `label`. */
export function IconButton({
  icon,
  label,
  ...props
}: { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <button type="button" {...props} className="button button-icon" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}

/** The class of what looks like a button: links among the actions of a page. */
export function buttonClass(look: NonNullable<ButtonLook['look']>): string {
  return `button button-${look}`
}
