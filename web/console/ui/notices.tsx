import { useSyncExternalStore } from 'react'
import { text } from '../text/text.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import './notices.css'

interface Notice {
  id: number
  text: string
}

const SHOWN_MS = 6_000

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says at the edge of the screen that something was done: `notify('Lead sent to Bluewater Marine')`. */
export function notify(message: string): void {
  const notice = { id: ++lastId, text: message }
  change([...notices.slice(-2), notice])
  setTimeout(() => dismiss(notice), SHOWN_MS)
}

/** Where notices appear. The frame has one. */
export function Notices() {
  const shown = useSyncExternalStore(subscribe, () => notices)
  return (
    <div className="notices" role="status">
      {shown.map((notice) => (
        <div key={notice.id} className="notice">
          <Icon name="check" />
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
