import { useSyncExternalStore } from 'react'
import { text } from '../text/text.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import './notices.css'

interface Notice {
  id: number
  text: string
  isFailure: boolean
}

const SHOWN_MS = 6_000

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says at the edge of the screen that something was done: `notify('Lead sent to Bluewater Marine')`. */
export function notify(message: string): void {
  show({ id: ++lastId, text: message, isFailure: false })
}

/** As `notify`, for what did not work. */
export function notifyFailure(message: string): void {
  show({ id: ++lastId, text: message, isFailure: true })
}

function show(notice: Notice): void {
  change([...notices.slice(-2), notice])
  setTimeout(() => dismiss(notice), SHOWN_MS)
}

/** Where notices appear. The frame has one. */
export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices)
  return (
    <div className="notices" role="status">
      {shown.map((notice) => (
        <div key={notice.id} className={notice.isFailure ? 'notice notice-failure' : 'notice'}>
          <Icon name={notice.isFailure ? 'warning' : 'check'} />
          <span>{notice.text}</span>
          <IconButton icon="close" label={text.common.close} onClick={() => dismiss(notice)} />
        </div>
      ))}
    </div>
  )
}

function dismiss(notice: Notice): void {
  change(notices.filter((other) => other !== notice))
}

function change(to: readonly Notice[]): void {
  notices = to
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
