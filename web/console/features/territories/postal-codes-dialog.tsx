import { useState } from 'react'
import { useBrands } from '../../api/brands.ts'
import { api, unwrap } from '../../api/client.ts'
import { BrandOptions } from '../../records/brand-name.tsx'
import { DealerSelect } from '../../records/dealer-select.tsx'
import { text } from '../../text/text.ts'
import type { Option } from '../../ui/combo-box.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { FieldIssue, Form, useForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notices.tsx'

const t = text.territories

/** Gives a list of postal codes to a dealer, or takes them from theirs. */
export function PostalCodesDialog({
  action,
  brand,
  onClose,
}: {
  action: 'assign' | 'remove'
  brand: string | undefined
  onClose: () => Promise<void>
}) {
  const brands = useBrands()
  const [dealer, setDealer] = useState<Option>()
  const removes = action === 'remove'
  const initial = {
    brand: brand ?? (brands.length === 1 ? brands[0]!.slug : ''),
    country: 'US',
    postal_codes: '',
    dealer_id: '',
  }
  const form = useForm(initial, async (values) => {
    const codes = codesOf(values.postal_codes)
    if (codes.length === 0) throw new FieldIssue('postal_codes', t.assign.none)
    if (!removes && !dealer) throw new FieldIssue('dealer_id', t.assign.choose)
    const body = {
      brand: values.brand,
      country: values.country.trim().toUpperCase(),
      postal_codes: codes,
      dealer_id: removes ? null : dealer!.id,
    }
    await unwrap(api.PUT('/admin/v1/territories', { body }))
    notify(removes ? t.remove.done(codes.length) : t.assign.done(codes.length, dealer!.name))
    await onClose()
  })
  const chosen = form.values.brand
  return (
    <Dialog title={t[action].title} onClose={() => void onClose()}>
      <p>{t[action].text}</p>
      <Form
        form={form}
        submit={removes ? t.remove.submit(codesOf(form.values.postal_codes).length) : t.assign.action}
        danger={removes}
        onCancel={() => void onClose()}
      >
        <div className="form-grid">
          <SelectField label={t.brand} {...form.text('brand')} required>
            <option value="" />
            <BrandOptions />
          </SelectField>
          <TextField
            label={t.country}
            {...form.text('country')}
            required
            minLength={2}
            maxLength={2}
            pattern="[A-Za-z]{2}"
          />
        </div>
        <TextArea
          label={t.assign.postalCodes}
          hint={t.assign.hint}
          {...form.text('postal_codes')}
          required
          spellCheck={false}
          rows={6}
        />
        {!removes && chosen && (
          <DealerSelect
            key={chosen}
            brand={chosen}
            chosen={dealer}
            error={form.errorOf('dealer_id')}
            onChoose={setDealer}
          />
        )}
      </Form>
    </Dialog>
  )
}

/**
 * Returns the postal codes of a list. Blanks separate them too, except inside a Canadian code.
 */
function codesOf(list: string): string[] {
  const joined = list.toUpperCase().replace(/\b([A-Z]\d[A-Z]) (\d[A-Z]\d)\b/g, '$1$2')
  return [...new Set(joined.split(/[\s,;]+/).filter(Boolean))]
}
