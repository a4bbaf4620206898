import { useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { useBrandFilter, useBrands } from '../../api/brands.ts'
import { api, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { checkedOf } from '../../ui/checkbox-group.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { ALL, EMPTY_ENDPOINT, EndpointFields, type EndpointValues, typesOf } from './endpoint-fields.tsx'

const t = text.events.create

/** Creates an endpoint for all events, unless the person chooses some. Its secret is shown once. */
export function CreateDialog({
  onSecret,
  onClose,
}: {
  onSecret: (secret: string) => void
  onClose: () => Promise<void>
}) {
  const brands = useBrands()
  const { brand = brands.length === 1 ? brands[0]!.slug : undefined } = useBrandFilter()
  // A request that is repeated after a broken connection creates nothing twice.
  const [key] = useState(() => randomId())
  const initial: EndpointValues = {
    ...EMPTY_ENDPOINT,
    [ALL]: true,
    ...(brand !== undefined && { [`brands.${brand}`]: true }),
  }
  const form = useForm(initial, async (values) => {
    const body = {
      url: values.url.trim(),
      description: values.description || null,
      brands: checkedOf(values, 'brands'),
      event_types: typesOf(values),
    }
    const headers = { 'Idempotency-Key': key }
    const { data } = await unwrap(api.POST('/admin/v1/event-endpoints', { body: body as never, headers }))
    notify(t.done)
    if (data.secret) onSecret(data.secret)
    await onClose()
  })
  return (
    <Dialog title={t.title} wide onClose={() => void onClose()}>
      <Form form={form} submit={t.action} onCancel={() => void onClose()}>
        <EndpointFields form={form} />
      </Form>
    </Dialog>
  )
}
