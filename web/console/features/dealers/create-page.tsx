import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { useBrands } from '../../api/brands.ts'
import { api, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { bodyOf, DealerFields, EMPTY_DEALER } from './dealer-fields.tsx'

const t = text.dealers.create

/** Creates a dealer. */
export function CreatePage() {
  const brands = useBrands()
  const { brand = brands.length === 1 ? brands[0]!.slug : undefined } = useSearch({ from: '/_frame' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  // A request that is repeated after a broken connection creates nothing twice.
  const [key] = useState(() => randomId())
  const initial: typeof EMPTY_DEALER & Record<string, string | boolean> = {
    ...EMPTY_DEALER,
    ...(brand && { [`brands.${brand}`]: true }),
  }
  const form = useForm(initial, async (values) => {
    const body = bodyOf(withoutEmpty(values), values)
    const { data } = await unwrap(
      api.POST('/admin/v1/dealers', { body: body as never, headers: { 'Idempotency-Key': key } }),
    )
    await queryClient.invalidateQueries()
    notify(t.done(data.name))
    await navigate({ to: '/dealers/$id', params: { id: String(data.id) } })
  })
  return (
    <Page title={t.title} back={{ label: text.frame.pages.dealers, link: { to: '/dealers' } }}>
      <Card>
        <Form
          form={form}
          label={t.title}
          submit={t.action}
          onCancel={() => void navigate({ to: '/dealers' })}
        >
          <DealerFields form={form} isNew />
        </Form>
      </Card>
    </Page>
  )
}

function withoutEmpty(values: Record<string, string | boolean>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
