import { api, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { checkedOf } from '../../ui/checkbox-group.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { changed, Form, useRecordForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { EndpointFields, type EndpointValues, typesOf } from './endpoint-fields.tsx'

const t = text.events.edit

/** Changes an endpoint; sends what was changed only. */
export function EditDialog({
  endpoint,
  etag,
  onClose,
}: {
  endpoint: Schemas['EventEndpoint']
  etag: string | null
  onClose: () => Promise<void>
}) {
  const current: EndpointValues = {
    url: endpoint.url,
    description: endpoint.description,
    ...Object.fromEntries(endpoint.brands.map((slug) => [`brands.${slug}`, true])),
    ...Object.fromEntries(endpoint.event_types.map((type) => [`event_types.${type}`, true])),
  }
  const form = useRecordForm(current, etag, async (values, { opened, headers }) => {
    const names = Object.keys(changed(opened, values))
    if (names.length === 0) throw new Error(t.unchanged)
    const body = {
      ...(names.includes('url') && { url: values.url.trim() }),
      ...(names.includes('description') && { description: values.description || null }),
      ...(names.some((name) => name.startsWith('brands.')) && { brands: checkedOf(values, 'brands') }),
      ...(names.some((name) => name.startsWith('event_types.')) && { event_types: typesOf(values) }),
    }
    const init = { params: { path: { id: endpoint.id } }, headers }
    await unwrap(api.PATCH('/admin/v1/event-endpoints/{id}', { ...init, body: body as never }))
    notify(t.done)
    await onClose()
  })
  return (
    <Dialog title={t.title} wide onClose={() => void onClose()}>
      <Form form={form} submit={text.common.save} onCancel={() => void onClose()}>
        <EndpointFields form={form} />
      </Form>
    </Dialog>
  )
}
