import { useEffect, useState } from 'react'
import { text } from '../text/text.ts'
import { Icon } from '../ui/icon.tsx'
import './palette.css'

const loadPalette = () => import('./palette.tsx')
type PaletteComponent = Awaited<ReturnType<typeof loadPalette>>['Palette']
const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the command palette, as do Ctrl-K and ⌘-K. */
export function JumpButton() {
  const [isOpen, setIsOpen] = useState(false)
  // Not `lazy`: React shows what was suspended a third of a second late, and keys pressed meanwhile would be lost.
  const [Palette, setPalette] = useState<PaletteComponent>()
  useEffect(() => {
    const load = () =>
      void loadPalette().then(
        ({ Palette }) => setPalette(() => Palette),
        // The next Ctrl-K tries it again.
        () => setIsOpen(false),
      )
    if (isOpen) return load()
    // Once the page has nothing else to do.
    const whenIdle = window.requestIdleCallback ?? setTimeout
    whenIdle(load)
  }, [isOpen])
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
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" />
        <span>{text.frame.jump}</span>
        <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && Palette && <Palette onClose={() => setIsOpen(false)} />}
    </>
  )
}
