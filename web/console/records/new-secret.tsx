import { text } from '../text/text.ts'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/commands.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Message } from '../ui/message.tsx'

const t = text.records.secret

/** Shows a secret that the server never returns again. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog title={t.title} stays onClose={onClose}>
      <Message tone="warning">{t.text}</Message>
      <Copyable label={t.label} value={secret} />
      <div className="form-actions">
        <Button look="primary" onClick={onClose}>
          {t.saved}
        </Button>
      </div>
    </Dialog>
  )
}
