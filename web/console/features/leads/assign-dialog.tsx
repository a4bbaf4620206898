import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { DealerSelect } from '../../records/dealer-select.tsx'
import { text } from '../../text/text.ts'
import type { Option } from '../../ui/combo-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldIssue, Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { Loaded } from '../../ui/states.tsx'
import type { Lead } from './lead.ts'
import { readNearest } from './nearest.ts'

const t = text.leads.assign

interface Props {
  lead: Lead
  /** The dealer that is already chosen. */
  dealerId: number | undefined
  onClose: () => Promise<void>
}

/** Gives a lead to a dealer. The nearest are offered first. */
export function AssignDialog({ lead, dealerId, onClose }: Props) {
  const read = readNearest(lead)
  return (
    <Dialog title={t.title(lead.id)} onClose={() => void onClose()}>
      <p>{t.text}</p>
      {read ? (
        <WithNearest read={read} {...{ lead, dealerId, onClose }} />
      ) : (
        <AssignForm nearest={[]} {...{ lead, dealerId, onClose }} />
      )}
    </Dialog>
  )
}

function WithNearest({ read, ...props }: Props & { read: NonNullable<ReturnType<typeof readNearest>> }) {
  const query = useQuery(read)
  // Without the locator, the dealers are searched by name.
  if (query.isError) return <AssignForm nearest={[]} {...props} />
  return (
    <Loaded query={query}>
      {({ data }) => (
        <AssignForm
          nearest={data.dealers.map(({ id, name, city, state, distance_miles }) => ({
            id,
            name,
            detail: [text.leads.miles(distance_miles), city, state].filter(Boolean).join(' · '),
          }))}
          {...props}
        />
      )}
    </Loaded>
  )
}

function AssignForm({
  lead: { id, brand },
  dealerId,
  nearest,
  onClose,
}: Props & { nearest: readonly Option[] }) {
  const [dealer, setDealer] = useState(nearest.find((one) => one.id === dealerId))
  const form = useForm({ dealer_id: '' }, async () => {
    if (!dealer) throw new FieldIssue('dealer_id', t.choose)
    const body = { dealer_id: dealer.id }
    await unwrap(api.POST('/admin/v1/leads/{id}/assign', { params: { path: { id } }, body }))
    notify(t.done(dealer.name))
    await onClose()
  })
  return (
    <Form form={form} submit={t.action} onCancel={() => void onClose()}>
      <DealerSelect
        brand={brand}
        chosen={dealer}
        suggested={nearest}
        error={form.errorOf('dealer_id')}
        onChoose={setDealer}
      />
    </Form>
  )
}
