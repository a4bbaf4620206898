import type { Issue } from '../../../../platform/errors.ts'
import type { TextKey } from '../../text/en.ts'
import type { Translate } from '../../text/text.ts'
import { type Html, html } from './page.ts'

/** The hidden field with the time of the form. */
export const TIME = 'form'
/** A field that people don't see and programs fill in. */
export const TRAP = 'website_url'

/** One field of a form. Its name is the path in the interface's body. */
export interface Field {
  name: string
  label: string
  type?: 'text' | 'email' | 'tel' | 'date' | 'textarea' | 'checkbox' | 'select'
  required?: boolean
  autocomplete?: string
  hint?: string
  options?: [value: string, text: string][]
}

interface FormParts {
  t: Translate
  fields: readonly Field[]
  values: Readonly<Record<string, string>>
  issues: readonly Issue[]
  time: string
  submit: TextKey
  /** Shown above the fields. */
  notice?: Html
  /** Shown above the boxes to tick. */
  note?: string | undefined
  /** A button beside that of the form. */
  other?: Html
}

/** Returns a form with its values and what is wrong with them. It is sent to the page's own address. */
export function renderForm({
  t,
  fields,
  values,
  issues,
  time,
  submit,
  notice,
  note,
  other,
}: FormParts): Html {
  const isBox = ({ type }: Field) => type === 'checkbox'
  const shown = (field: Field) => renderField(field, { t, value: values[field.name] ?? '', issues })
  const unplaced = issues.filter(({ field }) => !fields.some(({ name }) => name === field))
  return html`${notice}<form method="post">
${issues.length > 0 && html`<p class="problem" role="alert">${t('correct')}</p>`}
${unplaced.map(({ message }) => html`<p class="problem" role="alert">${message}</p>`)}
<div class="row">${fields.filter((field) => !isBox(field)).map(shown)}</div>
${note && html`<p class="hint">${note}</p>`}
${fields.filter(isBox).map(shown)}
<div class="trap" aria-hidden="true"><label>Website <input name="${TRAP}" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="${TIME}" value="${time}">
<div class="actions"><button>${t(submit)}</button>${other}</div>
</form>`
}

function renderField(
  { name, label, type = 'text', required, autocomplete, hint, options = [] }: Field,
  { t, value, issues }: { t: Translate; value: string; issues: readonly Issue[] },
): Html {
  const problem = issues.find(({ field }) => field === name)?.message
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  const common = html`id="${name}" name="${name}"${described !== '' && html` aria-describedby="${described}"`}${problem && html` aria-invalid="true"`}`
  const below = problem && html`<p class="problem" id="${name}-problem">${problem}</p>`
  if (type === 'checkbox') {
    return html`<div class="field"><label class="check"><input type="checkbox" value="true" ${common}${value === 'true' && html` checked`}> <span>${label}</span></label>${below}</div>`
  }
  const control =
    type === 'textarea'
      ? html`<textarea ${common}>${value}</textarea>`
      : type === 'select'
        ? html`<select ${common}>${options.map(([key, text]) => html`<option value="${key}"${key === value && html` selected`}>${text}</option>`)}</select>`
        : html`<input type="${type}" ${common} value="${value}"${autocomplete && html` autocomplete="${autocomplete}"`}${required && html` aria-required="true"`}>`
  const optional = !required && type !== 'select' && html` <span class="optional">(${t('optional')})</span>`
  return html`<div class="field"><label for="${name}">${label}${optional}</label>${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}${control}${below}</div>`
}

/** Returns the interface's body from what a form sent: only these fields, a box as true or false, nothing for empty ones. */
export function toBody(
  fields: readonly Field[],
  sent: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { name, type } of fields) {
    const value = type === 'checkbox' ? sent[name] === 'true' : sent[name]?.trim()
    if (value === undefined || value === '') continue
    const path = name.split('.')
    let record = body
    for (const step of path.slice(0, -1)) {
      record[step] ??= {}
      record = record[step] as Record<string, unknown>
    }
    record[path.at(-1)!] = value
  }
  return body
}
