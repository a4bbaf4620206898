import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { api, type Schemas, unwrap } from '../../api/client.ts'
import { read } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useSlugOf } from './event-brand.tsx'
import { ALL_TYPES } from './event-types.ts'

const t = text.events.event.send

type Endpoint = Schemas['EventEndpoint']

/** Sends one event to one of the endpoints that want it, as a new message. */
export function SendEventDialog({ event, onClose }: { event: Schemas['Event']; onClose: () => void }) {
  const slug = useSlugOf(event.brand_id)
  const query = useQuery(
    read('/admin/v1/event-endpoints', { query: { limit: 200, ...(slug && { brand: slug }) } }),
  )
  const wants = ({ active, event_types: types }: Endpoint) =>
    active && (types.includes(ALL_TYPES) || types.includes(event.type))
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Loaded query={query}>
        {({ data }) => {
          const endpoints = data.filter(wants)
          if (endpoints.length === 0) return <p>{t.none}</p>
          return <Send id={event.id} endpoints={endpoints} onClose={onClose} />
        }}
      </Loaded>
    </Dialog>
  )
}

function Send({
  id,
  endpoints,
  onClose,
}: {
  id: number
  endpoints: readonly Endpoint[]
  onClose: () => void
}) {
  // A request that is repeated after a broken connection sends nothing twice.
  const [key] = useState(() => randomId())
  const form = useForm({ endpoint: String(endpoints[0]!.id) }, async ({ endpoint }) => {
    const params = { path: { id: Number(endpoint) } }
    const init = { params, body: { events: [id] }, headers: { 'Idempotency-Key': `${key} ${endpoint}` } }
    const { data } = await unwrap(api.POST('/admin/v1/event-endpoints/{id}/replay', init))
    if (data.replayed === 0) throw new Error(t.gone)
    notify(text.events.replay.done(data.replayed))
    onClose()
  })
  return (
    <Form form={form} submit={t.action} onCancel={onClose}>
      <p>{t.text}</p>
      <SelectField label={t.endpoint} {...form.text('endpoint')}>
        {endpoints.map(({ id: endpointId, url, description }) => (
          <option key={endpointId} value={endpointId}>
            {description ? `${description} (${url})` : url}
          </option>
        ))}
      </SelectField>
    </Form>
  )
}
