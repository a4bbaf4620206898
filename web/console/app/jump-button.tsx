import { lazy, Suspense, useEffect, useState } from 'react'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import './palette.css'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the command palette, as do Ctrl-K and ⌘-K. */
export function JumpButton() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(isMac ? event.metaKey : event.ctrlKey)) return
      event.preventDefault()
      setIsOpen((now) => !now)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className="button button-secondary jump"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onPointerEnter={() => void loadPalette()}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" />
        <span>{text.frame.jump}</span>
        <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
