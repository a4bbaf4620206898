import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { isUnsaved } from '../api/unsaved.ts'
import { text } from '../text/text.ts'
import { Button, IconButton } from './button.tsx'
import { emptyField } from './page-focus.ts'
import { Failure } from './states.tsx'
import './dialog.css'

/**
 * A modal dialog; render it while it is open. Escape, its cross and a click beside it call `onClose`; the click does not
 * where something typed would be lost.
 */
export function Dialog({
  title,
  wide = false,
  stays = false,
  onClose,
  children,
}: {
  title: string
  wide?: boolean
  /** Whether a click beside it and Escape don't close it: what it shows would be lost. */
  stays?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('input, select, textarea')
    ;(emptyField(box.current) ?? first)?.focus()
  }, [])
  return (
    <ModalOverlay
      className="dialog-backdrop"
      isOpen
      isDismissable={!stays}
      shouldCloseOnInteractOutside={() => !isUnsaved()}
      isKeyboardDismissDisabled={stays}
      onOpenChange={onClose}
    >
      <Modal className={wide ? 'dialog dialog-wide' : 'dialog'}>
        <AriaDialog ref={box} className="dialog-box">
          <div className="dialog-header">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <IconButton icon="close" label={text.common.close} onClick={onClose} />
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Asks before something is done. `children` say what will happen, with the count where it affects several. */
export function ConfirmDialog({
  title,
  action,
  danger = true,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  /** The button's text: the verb, never just “OK”. */
  action: string
  danger?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {error !== undefined && <Failure error={error} />}
        <div className="stack-small">{children}</div>
        <div className="form-actions">
          <Button onClick={onClose}>{text.common.cancel}</Button>
          <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={confirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
