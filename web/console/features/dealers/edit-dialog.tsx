import { api, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { changed, Form, useRecordForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { bodyOf, DealerFields, EMPTY_DEALER } from './dealer-fields.tsx'

type Dealer = Schemas['Dealer']

const t = text.dealers.edit

/** Changes a dealer; sends what was changed only. */
export function EditDialog({
  dealer,
  etag,
  onClose,
}: {
  dealer: Dealer
  etag: string | null
  onClose: () => Promise<void>
}) {
  const form = useRecordForm(initialValues(dealer), etag, async (values, { opened, headers }) => {
    const body = bodyOf(changed(opened, values), values)
    if (Object.keys(body).length === 0) throw new Error(t.unchanged)
    const init = { params: { path: { id: dealer.id } }, headers }
    await unwrap(api.PATCH('/admin/v1/dealers/{id}', { ...init, body: body as never }))
    notify(t.done)
    await onClose()
  })
  return (
    <Dialog title={t.title(dealer.name)} wide onClose={() => void onClose()}>
      <Form form={form} submit={text.common.save} onCancel={() => void onClose()}>
        <DealerFields form={form} />
      </Form>
    </Dialog>
  )
}

function initialValues(dealer: Dealer) {
  const initial: typeof EMPTY_DEALER & Record<string, string | boolean> = { ...EMPTY_DEALER }
  for (const name of Object.keys(EMPTY_DEALER) as (keyof typeof EMPTY_DEALER)[]) {
    if (name === 'approximate') initial.approximate = dealer.approximate
    else initial[name] = String(dealer[name] ?? '')
  }
  for (const slug of dealer.brands) initial[`brands.${slug}`] = true
  return initial
}
