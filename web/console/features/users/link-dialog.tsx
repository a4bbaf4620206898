import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/commands.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Message } from '../../ui/message.tsx'

const t = text.users.link

/** The link to a password, once, where the server sends no mail. A server without a public address leaves out the origin. */
export function LinkDialog({ user, onClose }: { user: Schemas['User']; onClose: () => void }) {
  return (
    <Dialog title={t.title(user.email)} stays onClose={onClose}>
      <div className="stack">
        <Message tone="warning">{t.once}</Message>
        <Copyable label={t.name} value={new URL(user.link!, location.origin).href} />
        <div className="form-actions">
          <Button look="primary" onClick={onClose}>
            {t.copied}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
