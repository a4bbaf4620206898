import { api, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { changed, Form, nested, useRecordForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { nameOf } from './owner.ts'

const t = text.warranties.correctOwner

/** Corrects when one of the owners bought and registered the boat. */
export function CorrectOwnerDialog({
  id,
  number,
  owner,
  etag,
  onClose,
}: {
  /** The warranty's id. */
  id: number
  /** 1 is the first owner. */
  number: number
  owner: Schemas['WarrantyOwner']
  etag: string | null
  onClose: () => Promise<void>
}) {
  const { registration_date, purchase_date } = owner
  const form = useRecordForm(
    { registration_date, purchase_date: purchase_date ?? '' },
    etag,
    async (values, { opened, headers }) => {
      const changes = changed(opened, values)
      if (Object.keys(changes).length === 0) throw new Error(text.warranties.correct.unchanged)
      const init = { params: { path: { id } }, headers }
      const body = { ...nested(changes), owner: number }
      await unwrap(api.PATCH('/admin/v1/warranties/{id}', { ...init, body }))
      notify(text.warranties.correct.done)
      await onClose()
    },
  )
  return (
    <Dialog title={t.title(nameOf(owner))} onClose={() => void onClose()}>
      <p>{number > 1 ? t.text : t.textFirst}</p>
      <Form form={form} submit={text.common.save} onCancel={() => void onClose()}>
        <div className="form-grid">
          <TextField
            label={text.warranties.registered}
            {...form.text('registration_date')}
            type="date"
            required
          />
          <TextField
            label={text.warranties.purchased}
            hint={t.purchasedHint}
            {...form.text('purchase_date')}
            type="date"
          />
        </div>
      </Form>
    </Dialog>
  )
}
