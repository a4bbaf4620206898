import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { useBrands } from '../../api/brands.ts'
import { api, unwrap } from '../../api/client.ts'
import { BrandOptions } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, nested, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { EMPTY_OWNER, OwnerFields } from './owner-fields.tsx'
import { BoatFields, EMPTY_WARRANTY, NotesField, TermFields, withDuration } from './warranty-fields.tsx'

const t = text.warranties
const route = getRouteApi('/_frame/warranties/new')

/** Registers a warranty. */
export function RegisterPage() {
  const brands = useBrands()
  const { brand = brands.length === 1 ? brands[0]!.slug : '' } = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  // A request that is repeated after a broken connection registers nothing twice.
  const [key] = useState(() => randomId())
  const initial = { brand, hin: '', ...EMPTY_WARRANTY, ...EMPTY_OWNER, registration_date: today() }
  const form = useForm(initial, async (values) => {
    const hin = withoutSeparators(values.hin)
    const body = withDuration(nested({ ...values, hin }, { omitEmpty: true })) as never
    const { data } = await unwrap(
      api.POST('/admin/v1/warranties', { body, headers: { 'Idempotency-Key': key } }),
    )
    await queryClient.invalidateQueries()
    notify(t.register.done(data.hin))
    await navigate({ to: '/warranties/$id', params: { id: String(data.id) } })
  })
  return (
    <Page title={t.register.title} back={{ label: text.frame.pages.warranties, link: { to: '/warranties' } }}>
      <Card>
        <Form
          form={form}
          label={t.register.title}
          submit={t.register.action}
          onCancel={() => void navigate({ to: '/warranties' })}
        >
          <fieldset className="form-section">
            <legend>{t.register.boat}</legend>
            <div className="form-grid">
              {brands.length !== 1 && (
                <SelectField label={t.brand} {...form.text('brand')} required>
                  <option value="" />
                  <BrandOptions />
                </SelectField>
              )}
              <TextField
                label={t.hin}
                hint={t.register.hinHint}
                {...form.text('hin')}
                required
                minLength={12}
                maxLength={30}
                spellCheck={false}
                autoCapitalize="characters"
                autoComplete="off"
              />
              <BoatFields form={form} />
            </div>
          </fieldset>
          <fieldset className="form-section">
            <legend>{t.register.owner}</legend>
            <p className="muted">{t.register.emailOrPhone}</p>
            <OwnerFields form={form} />
          </fieldset>
          <fieldset className="form-section">
            <legend>{t.register.warranty}</legend>
            <div className="form-grid">
              <TermFields form={form} />
            </div>
            <NotesField form={form} />
          </fieldset>
        </Form>
      </Card>
    </Page>
  )
}

/** Returns a HIN as the server wants it: plates have hyphens, and often the country before them. */
function withoutSeparators(hin: string): string {
  return hin
    .trim()
    .replace(/^[a-z]{2}\s?-/i, '')
    .replace(/[\s/-]/g, '')
    .toUpperCase()
}

/** Returns today's date where the person is. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
