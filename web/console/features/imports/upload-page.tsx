import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useBrands } from '../../api/brands.ts'
import { text } from '../../text/text.ts'
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { FileField } from './file-field.tsx'
import { type Kind, useKinds } from './kinds.ts'
import { upload } from './upload.ts'

const t = text.imports
const route = getRouteApi('/_frame/imports/new')

/** Uploads a file, which is then checked and changes nothing yet. */
export function UploadPage() {
  const brands = useBrands()
  const kinds = useKinds()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File>()
  const initial = {
    kind: (search.kind ?? kinds[0] ?? 'dealers') as string,
    brand: search.brand ?? (brands.length === 1 ? brands[0]!.slug : ''),
    mode: 'merge',
    country: '',
    date_format: '',
    sync: false,
    map: '',
  }
  const form = useForm(initial, async ({ kind, brand, mode, country, date_format, sync, map }) => {
    if (!file) throw new Error(t.form.choose)
    const isWarranties = kind === 'warranties'
    const parameters = {
      kind,
      brand,
      ...(map && { map }),
      ...(!isWarranties && { mode, ...(country && { country }) }),
      ...(isWarranties && { sync: String(sync), ...(date_format && { date_format }) }),
    }
    const id = await upload(file, parameters, crypto.randomUUID())
    await queryClient.invalidateQueries()
    await navigate({ to: '/imports/$id', params: { id: String(id) } })
  })
  const kind = form.values.kind as Kind
  return (
    <Page title={t.form.title} back={{ label: text.frame.pages.imports, link: { to: '/imports' } }}>
      <Card>
        <Form form={form} submit={t.form.upload} onCancel={() => void navigate({ to: '/imports' })}>
          <p>{t.form.text}</p>
          <div className="form-grid">
            <SelectField label={t.kind} {...form.text('kind')}>
              {options(Object.fromEntries(kinds.map((one) => [one, t.kinds[one]])))}
            </SelectField>
            <SelectField label={t.brand} {...form.text('brand')} required>
              <option value="" />
              {options(Object.fromEntries(brands.map(({ slug, name }) => [slug, name])))}
            </SelectField>
            {kind === 'warranties' ? (
              <>
                <SelectField label={t.form.dates} {...form.text('date_format')}>
                  <option value="">{text.common.unnamed}</option>
                  {options(t.form.dateOrders)}
                </SelectField>
                <CheckboxField label={t.form.sync} {...form.checkbox('sync')} />
              </>
            ) : (
              <>
                <SelectField label={t.mode} hint={t.modeHint} {...form.text('mode')}>
                  {options(t.modes)}
                </SelectField>
                <TextField label={t.form.country} {...form.text('country')} maxLength={100} />
              </>
            )}
          </div>
          <FileField file={file} onChoose={setFile} />
          <details>
            <summary>{t.form.columns}</summary>
            <div className="stack-small">
              <p>{t.form.columnsText}</p>
              <p className="mono">{t.columns[kind]}</p>
              <TextField label={t.form.map} hint={t.form.mapHint} {...form.text('map')} maxLength={4000} />
            </div>
          </details>
        </Form>
      </Card>
    </Page>
  )
}

function options(names: Record<string, string>) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}
