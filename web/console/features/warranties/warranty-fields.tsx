import { text } from '../../text/text.ts'
import { CheckboxField, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import type { FormFields } from '../../ui/form.tsx'

const t = text.warranties

export const EMPTY_WARRANTY = {
  model: '',
  model_code: '',
  model_year: '',
  is_used: false,
  registration_date: '',
  purchase_date: '',
  warranty_start_date: '',
  warranty_duration_months: '',
  coverage_type: '',
  warranty_notes: '',
  order_number: '',
  external_order_number: '',
  warranty_external_id: '',
}

type Fields = { form: FormFields<typeof EMPTY_WARRANTY> }

export function BoatFields({ form }: Fields) {
  return (
    <>
      <TextField label={t.model} {...form.text('model')} required maxLength={255} />
      <TextField
        label={t.modelYear}
        {...form.text('model_year')}
        required
        maxLength={255}
        inputMode="numeric"
      />
      <TextField label={t.modelCode} {...form.text('model_code')} maxLength={255} />
      <CheckboxField label={t.used} {...form.checkbox('is_used')} />
    </>
  )
}

export function TermFields({ form }: Fields) {
  return (
    <>
      <TextField label={t.registered} {...form.text('registration_date')} type="date" required />
      <TextField label={t.purchased} {...form.text('purchase_date')} type="date" />
      <TextField
        label={t.started}
        hint={t.register.startHint}
        {...form.text('warranty_start_date')}
        type="date"
      />
      <TextField
        label={t.durationMonths}
        hint={t.register.durationHint}
        {...form.text('warranty_duration_months')}
        type="number"
        min={1}
        max={1200}
      />
      <SelectField label={t.coverage} {...form.text('coverage_type')}>
        <option value="">{text.common.unnamed}</option>
        {Object.entries(t.coverages).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label={t.orderNumber} {...form.text('order_number')} maxLength={255} />
      <TextField label={t.externalOrderNumber} {...form.text('external_order_number')} maxLength={255} />
      <TextField label={t.externalId} {...form.text('warranty_external_id')} maxLength={255} />
    </>
  )
}

export function NotesField({ form }: Fields) {
  return <TextArea label={t.notes} {...form.text('warranty_notes')} maxLength={10_000} />
}

/** Returns fields as a request has them: the duration is a number. */
export function withDuration<B extends object>(body: B): B {
  const { warranty_duration_months: months } = body as { warranty_duration_months?: unknown }
  return typeof months === 'string' ? { ...body, warranty_duration_months: Number(months) } : body
}
