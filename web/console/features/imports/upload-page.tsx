import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { randomId } from '../../../random-id.ts'
import { useBrands } from '../../api/brands.ts'
import { BrandOptions } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { ColumnsField, useColumns } from './columns-field.tsx'
import { FileField } from './file-field.tsx'
import { type Kind, useKinds } from './kinds.ts'
import { type Choices, findClashes, findMissing, toMap } from './mapping.ts'
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
  const [choices, setChoices] = useState<Choices>({})
  const [sent, setSent] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const initial = {
    kind: (search.kind ?? kinds[0] ?? 'dealers') as string,
    brand: search.brand ?? (brands.length === 1 ? brands[0]!.slug : ''),
    mode: 'merge',
    country: '',
    date_format: '',
    sync: false,
  }
  const form = useForm(initial, async ({ kind, brand, mode, country, date_format, sync }) => {
    if (!file) throw new Error(t.form.choose)
    const map = columns.data && mapOf(columns.data, choices)
    const isWarranties = kind === 'warranties'
    const parameters = {
      kind,
      brand,
      ...(map && { map }),
      ...(!isWarranties && { mode, ...(country && { country }) }),
      ...(isWarranties && { sync: String(sync), ...(date_format && { date_format }) }),
    }
    const controller = new AbortController()
    sending.current = controller
    setSent(0)
    try {
      const options = { key: randomId(), onProgress: setSent, signal: controller.signal }
      const id = await upload(file, parameters, options)
      await queryClient.invalidateQueries()
      await navigate({ to: '/imports/$id', params: { id: String(id) } })
    } finally {
      setSent(undefined)
    }
  })
  const kind = form.values.kind as Kind
  const columns = useColumns(file, kind)
  const setKind = (other: string) => {
    setChoices({})
    form.set('kind', other)
  }
  const cancel = () => {
    if (sent === undefined) void navigate({ to: '/imports' })
    else sending.current?.abort()
  }
  return (
    <Page title={t.form.title} back={{ label: text.frame.pages.imports, link: { to: '/imports' } }}>
      <Card>
        <Form form={form} label={t.form.title} submit={t.form.upload} onCancel={cancel}>
          <p>{t.form.text}</p>
          <div className="form-grid">
            <SelectField
              label={t.kind}
              {...form.text('kind')}
              onChange={({ target }) => setKind(target.value)}
            >
              {options(Object.fromEntries(kinds.map((one) => [one, t.kinds[one]])))}
            </SelectField>
            <SelectField label={t.brand} {...form.text('brand')} required>
              <option value="" />
              <BrandOptions />
            </SelectField>
            {kind === 'warranties' ? (
              <>
                <SelectField label={t.form.dates} {...form.text('date_format')}>
                  <option value="">{t.form.datesByFile}</option>
                  {options(t.form.dateOrders)}
                </SelectField>
                <CheckboxField label={t.form.sync} {...form.checkbox('sync')} />
              </>
            ) : (
              <>
                <SelectField label={t.mode} hint={t.modeHint} {...form.text('mode')}>
                  {options(t.modes)}
                </SelectField>
                <TextField
                  label={t.form.country}
                  hint={t.form.countryHint}
                  {...form.text('country')}
                  maxLength={100}
                />
              </>
            )}
          </div>
          <FileField
            file={file}
            onChoose={(chosen) => {
              setChoices({})
              setFile(chosen)
            }}
          />
          <ColumnsField
            query={columns}
            kind={kind}
            choices={choices}
            onChange={setChoices}
            onChangeKind={setKind}
          />
          {sent !== undefined && file && <Sent sent={sent} size={file.size} />}
        </Form>
      </Card>
    </Page>
  )
}

function Sent({ sent, size }: { sent: number; size: number }) {
  return (
    <div className="stack-small" role="status">
      <strong>{t.form.uploading}</strong>
      <progress className="import-progress" aria-label={t.form.uploading} max={size} value={sent} />
      <span className="muted">{t.progress(t.bytes(Math.min(sent, size)), t.bytes(size))}</span>
    </div>
  )
}

/** @throws Error where the columns need the person */
function mapOf(columns: NonNullable<ReturnType<typeof useColumns>['data']>, choices: Choices) {
  if (findClashes(columns, choices).size > 0) throw new Error(t.columns.clashes)
  if (findMissing(columns, choices).length > 0) throw new Error(t.columns.incomplete)
  return toMap(columns, choices)
}

function options(names: Record<string, string>) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}
