import type { Issue } from '../../../../platform/errors.ts'
import type { TextKey } from '../../text/en.ts'
import { type Html, html } from './page.ts'
import type { Visitor } from './visitor.ts'

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
  /** Shown beside a value that is wrong, and beside a box that has to be ticked. */
  invalid?: string
}

interface FormParts {
  visitor: Visitor
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
  visitor,
  fields,
  values,
  issues,
  time,
  submit,
  notice,
  note,
  other,
}: FormParts): Html {
  const { t } = visitor
  const isBox = ({ type }: Field) => type === 'checkbox'
  const shown = (field: Field) => {
    const value = values[field.name] ?? ''
    const issue = issues.find((one) => one.field === field.name)
    return renderField(field, {
      visitor,
      value,
      problem: issue && problemOf(field, { visitor, value, issue }),
    })
  }
  const [placed, unplaced] = [true, false].map((isPlaced) =>
    issues.filter(({ field }) => fields.some(({ name }) => name === field) === isPlaced),
  ) as [Issue[], Issue[]]
  const alerts = [
    placed.length > 0 && t('correct'),
    unplaced.length > 0 && t(unplaced.some(({ field }) => field === TIME) ? 'tryAgain' : 'unavailable'),
  ]
  return html`${notice}<form method="post">
${alerts.filter((text) => text !== false).map((text) => html`<p class="problem" role="alert">${text}</p>`)}
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
  { visitor: { t }, value, problem }: { visitor: Visitor; value: string; problem: string | undefined },
): Html {
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

/** Returns what is wrong with a field, in the visitor's language: the interfaces' own sentences are English. */
function problemOf(
  { type, invalid }: Field,
  { visitor: { t, language }, value, issue }: { visitor: Visitor; value: string; issue: Issue },
): string {
  if (value.trim() === '' && type !== 'checkbox') return t('required')
  if (type === 'email') return t('invalidEmail')
  return invalid ?? (language === 'en' ? issue.message : t('invalid'))
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
