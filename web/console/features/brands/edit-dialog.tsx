import { api, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Form, useRecordForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { bodyOf, CUSTOM_FIELDS, valuesOf } from './brand-form.ts'

const t = text.brands
const CATEGORY = 'lead_webhook.categories.'
const CONSENT = 'consent_texts.'

/** Changes a brand; sends what was changed only. */
export function EditDialog({
  brand,
  etag,
  onClose,
}: {
  brand: Schemas['Brand']
  etag: string | null
  onClose: () => Promise<void>
}) {
  const form = useRecordForm(valuesOf(brand), etag, async (values, { opened, headers }) => {
    const body = bodyOf(opened, values)
    if (Object.keys(body).length === 0) throw new Error(t.edit.unchanged)
    const init = { params: { path: { id: brand.id } }, headers }
    await unwrap(api.PATCH('/admin/v1/brands/{id}', { ...init, body: body as never }))
    notify(t.edit.done)
    await onClose()
  })
  const below = (prefix: string) =>
    Object.keys(form.values)
      .filter((name) => name.startsWith(prefix))
      .map((name) => [name, name.slice(prefix.length)] as const)
  const crm = form.values['warranty_crm.type']
  return (
    <Dialog title={t.edit.title(brand.name)} wide onClose={() => void onClose()}>
      <Form form={form} submit={text.common.save} onCancel={() => void onClose()}>
        <div className="form-grid">
          <TextField label={t.name} {...form.text('name')} maxLength={300} required />
          <TextField label={t.slug} hint={t.slugHint} {...form.text('slug')} maxLength={100} required />
        </div>
        <fieldset className="form-section">
          <legend>{t.targets.lead_webhook}</legend>
          <TextField label={t.url} {...form.text('lead_webhook.url')} maxLength={2048} />
          <div className="form-grid">
            {below(CATEGORY).map(([name, category]) => (
              <TextField
                key={name}
                label={t.categoryUrl(text.leads.categories[category] ?? category)}
                {...form.text(name)}
                maxLength={2048}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className="form-section">
          <legend>{t.targets.warranty_crm}</legend>
          <SelectField label={t.type} {...form.text('warranty_crm.type')}>
            <option value="">{t.none}</option>
            {Object.entries(t.crmTypes).map(([type, name]) => (
              <option key={type} value={type}>
                {name}
              </option>
            ))}
          </SelectField>
          {crm !== '' && <TextField label={t.url} {...form.text('warranty_crm.url')} maxLength={2048} />}
          {crm === 'highlevel' && (
            <>
              <div className="form-grid">
                <TextField label={t.location} {...form.text('warranty_crm.location_id')} maxLength={200} />
                <TextField
                  label={t.token}
                  hint={t.tokenHint}
                  {...form.text('warranty_crm.token')}
                  type="password"
                  autoComplete="off"
                  maxLength={1000}
                />
              </div>
              <TextArea
                label={t.customFields}
                hint={t.customFieldsHint}
                {...form.text(CUSTOM_FIELDS)}
                spellCheck={false}
                required={false}
              />
            </>
          )}
        </fieldset>
        <fieldset className="form-section">
          <legend>{t.settings}</legend>
          <CheckboxField label={t.acceptance} {...form.checkbox('registration_auto_accept')} />
          <CheckboxField label={t.challenge} {...form.checkbox('challenge')} />
          <CheckboxField label={t.sandbox} hint={t.sandboxHint} {...form.checkbox('sandbox')} />
          <div className="form-grid">
            <TextField
              label={t.fallback}
              hint={t.fallbackHint}
              {...form.text('fallback_dealer')}
              maxLength={200}
            />
            <TextField
              label={t.dedupe}
              hint={t.dedupeHint}
              {...form.text('lead_dedupe_seconds')}
              type="number"
              min={0}
              max={86_400}
            />
          </div>
        </fieldset>
        <fieldset className="form-section">
          <legend>{t.consent}</legend>
          <p className="muted">{t.consentHint}</p>
          {below(CONSENT).map(([name, language]) => (
            <TextArea key={name} label={t.consentText(language)} {...form.text(name)} maxLength={2000} />
          ))}
        </fieldset>
      </Form>
    </Dialog>
  )
}
