import { Link } from '@tanstack/react-router'
import { withSearch } from '../app/search.ts'
import { type ButtonLook, buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

/** A button that opens a dialog of the page, whose name is in the URL: `?do=transfer`. */
export function ActionLink({
  action,
  look = 'secondary',
  icon,
  children,
}: { action: string; children: string } & ButtonLook) {
  return (
    <Link to="." search={withSearch({ do: action })} resetScroll={false} className={buttonClass(look)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}

/** The buttons of a record: one for each act, then the one that edits it. */
export function RecordActions<A extends string>({
  acts,
  texts,
}: {
  acts: readonly A[]
  texts: Record<A | 'edit', { action: string }>
}) {
  return (
    <>
      {acts.map((act) => (
        <ActionLink key={act} action={act}>
          {texts[act].action}
        </ActionLink>
      ))}
      <ActionLink action="edit" icon="edit">
        {texts.edit.action}
      </ActionLink>
    </>
  )
}
