import { useBlocker } from '@tanstack/react-router'
import { wouldLose } from '../api/unsaved.ts'
import { text } from '../text/text.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'

const t = text.frame.leave

/** Asks before a page is left on which something typed would be lost. */
export function LeaveGuard() {
  const blocker = useBlocker({
    // A dialog that is closed on purpose leaves its page in place.
    shouldBlockFn: ({ current, next, action }) =>
      (current.pathname !== next.pathname || action === 'BACK') && wouldLose(),
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t.title}
      action={t.action}
      onConfirm={async () => blocker.proceed()}
      onClose={blocker.reset}
    >
      <p>{t.text}</p>
    </ConfirmDialog>
  )
}
