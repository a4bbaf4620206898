import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { DealerSelect } from '../../records/dealer-select.tsx'
import { text } from '../../text/text.ts'
import type { Option } from '../../ui/combo-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldIssue, Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import type { Lead } from './lead.ts'

const t = text.leads.assign

/** Gives a lead to a dealer. */
export function AssignDialog({ lead: { id, brand }, onClose }: { lead: Lead; onClose: () => Promise<void> }) {
  const [dealer, setDealer] = useState<Option>()
  const form = useForm({ dealer_id: '' }, async () => {
    if (!dealer) throw new FieldIssue('dealer_id', t.choose)
    const body = { dealer_id: dealer.id }
    await unwrap(api.POST('/admin/v1/leads/{id}/assign', { params: { path: { id } }, body }))
    notify(t.done(dealer.name))
    await onClose()
  })
  return (
    <Dialog title={t.title(id)} onClose={() => void onClose()}>
      <p>{t.text}</p>
      <Form form={form} submit={t.action} onCancel={() => void onClose()}>
        <DealerSelect brand={brand} error={form.errorOf('dealer_id')} onChoose={setDealer} />
      </Form>
    </Dialog>
  )
}
