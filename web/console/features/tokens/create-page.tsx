import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { useBrands } from '../../api/brands.ts'
import { api, type Schemas, unwrap } from '../../api/client.ts'
import { withSearch } from '../../app/search.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { focusHeading } from '../../ui/page-focus.ts'
import { AccessFields, accessOf, EMPTY_TOKEN, type TokenValues } from './access-fields.tsx'
import { TokenText } from './token-text.tsx'

const t = text.tokens
const route = getRouteApi('/_frame/tokens/new')

/** Creates a token, and shows its text once. */
export function CreatePage() {
  const navigate = route.useNavigate()
  const [made, setMade] = useState<Schemas['Token']>()
  const open = () => navigate({ to: '/tokens/$id', params: { id: String(made!.id) } })
  useEffect(() => {
    if (made) focusHeading()
  }, [made])
  return (
    <Page
      title={made ? t.made.title(made.name) : t.create.title}
      back={{ label: text.frame.pages.tokens, link: { to: '/tokens' } }}
    >
      <Card>
        {made ? (
          <div className="stack">
            <TokenText token={made} />
            <div className="form-actions">
              <Button look="primary" onClick={() => void open()}>
                {t.made.saved}
              </Button>
            </div>
          </div>
        ) : (
          <CreateForm onMade={setMade} onCancel={() => void navigate({ to: '/tokens' })} />
        )}
      </Card>
    </Page>
  )
}

function CreateForm({
  onMade,
  onCancel,
}: {
  onMade: (token: Schemas['Token']) => void
  onCancel: () => void
}) {
  const brands = useBrands()
  const { kind = 'secret', brand = brands.length === 1 ? brands[0]!.slug : '' } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  // A request that is repeated after a broken connection creates nothing twice.
  const [key] = useState(() => randomId())
  const initial: TokenValues = {
    ...EMPTY_TOKEN,
    brand,
    ...(brand && { [`brands.${brand}`]: true }),
  }
  const form = useForm(initial, async (values) => {
    const body = { name: values.name, kind, ...accessOf(kind, values) }
    const headers = { 'Idempotency-Key': key }
    const { data } = await unwrap(api.POST('/admin/v1/tokens', { body, headers }))
    await queryClient.invalidateQueries()
    onMade(data)
  })
  return (
    <Form form={form} label={t.create.title} submit={t.create.action} onCancel={onCancel}>
      <div className="form-grid">
        <TextField label={t.name} hint={t.create.nameHint} {...form.text('name')} required maxLength={300} />
        <SelectField
          label={t.kind}
          hint={t.create.kindHints[kind]}
          name="kind"
          value={kind}
          onChange={({ target }) => void navigate({ search: withSearch({ kind: target.value }) })}
        >
          {Object.entries(t.kinds).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <AccessFields form={form} kind={kind} />
    </Form>
  )
}
