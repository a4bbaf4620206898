import { api, type Schemas, unwrap } from '../../api/client.ts'
import { useMay } from '../../api/session.ts'
import { text } from '../../text/text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { changed, Form, nested, useRecordForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'
import { EMPTY_OWNER, OwnerFields } from './owner-fields.tsx'
import { BoatFields, EMPTY_WARRANTY, NotesField, TermFields, withDuration } from './warranty-fields.tsx'

type Warranty = Schemas['Warranty']

const t = text.warranties

/** Corrects what was entered by mistake, or the owner's contact alone; sends what was changed only. */
export function CorrectDialog({
  warranty,
  etag,
  contactOnly = false,
  onClose,
}: {
  warranty: Warranty
  etag: string | null
  contactOnly?: boolean
  onClose: () => Promise<void>
}) {
  const may = useMay()
  const form = useRecordForm(initialValues(warranty), etag, async (values, { opened, headers }) => {
    const changes = changed(opened, values)
    if (Object.keys(changes).length === 0) throw new Error(t.correct.unchanged)
    const init = { params: { path: { id: warranty.id } }, headers }
    const body = withDuration(nested(changes)) as never
    await unwrap(api.PATCH('/admin/v1/warranties/{id}', { ...init, body }))
    notify(t.correct.done)
    await onClose()
  })
  return (
    <Dialog
      title={contactOnly ? t.editContact.title(warranty.hin) : t.correct.title(warranty.hin)}
      wide
      onClose={() => void onClose()}
    >
      <p>{contactOnly ? t.editContact.text : t.correct.text}</p>
      <Form form={form} submit={text.common.save} onCancel={() => void onClose()}>
        {!contactOnly && may('warranty:correct') && (
          <>
            <div className="form-grid">
              <BoatFields form={form} />
              <SelectField label={t.status} {...form.text('warranty_status')}>
                {Object.entries(t.statuses).map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <TermFields form={form} />
            </div>
            <NotesField form={form} />
          </>
        )}
        {contactOnly && <OwnerFields form={form} />}
        {!contactOnly && may('warranty:update') && (
          <fieldset className="form-section">
            <legend>{t.correct.contact}</legend>
            <OwnerFields form={form} />
          </fieldset>
        )}
      </Form>
    </Dialog>
  )
}

function initialValues(warranty: Warranty) {
  const initial = { warranty_status: '', ...EMPTY_WARRANTY, ...EMPTY_OWNER }
  for (const name of Object.keys(initial) as (keyof typeof initial)[]) {
    const value = name.startsWith('contact.')
      ? warranty.contact[name.slice('contact.'.length) as keyof Warranty['contact']]
      : warranty[name as keyof Warranty]
    if (name === 'is_used') initial.is_used = warranty.is_used
    else initial[name] = (value === null ? '' : String(value)) as never
  }
  return initial
}
