import type { TextKey } from '../../src/features/widgets/text/en.ts'
import { randomId } from '../random-id.ts'
import type { ApiError } from './api.ts'
import { h, report } from './dom.ts'
import type { Widget } from './widget.ts'

interface FieldOptions {
  /** The name in the request: `contact.contact_email`. */
  name: string
  label: TextKey
  type?: 'text' | 'email' | 'tel' | 'date' | 'textarea'
  required?: boolean
  value?: string
  autocomplete?: string
  hint?: string
  /** Returns what is wrong with a value that is not empty; undefined for a valid one. */
  check?(value: string): string | undefined
  attributes?: Record<string, unknown>
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface Field {
  name: string
  control: Control
  check(): string | undefined
  show(problem: string): void
}

/** The name of a field that people don't see and programs fill in. */
const TRAP = 'website_url'
/** As browsers check an email address, and with a dot in its domain. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** The fields of a form that is sent to the server, with their problems beside them. */
export class Form {
  readonly #widget: Widget
  readonly #fields: Field[] = []
  readonly #trap = h('input', { name: TRAP, tabIndex: -1, autocomplete: 'off', 'aria-hidden': 'true' })
  readonly #status = h('p', { className: 'status', role: 'status' })
  readonly #button = h('button', { type: 'submit', part: 'button' })
  #id = randomId()
  #busy = false

  constructor(widget: Widget) {
    this.#widget = widget
  }

  /** Adds a field with a label, a hint and a place for its problem. */
  field({ name, label, type = 'text', required, hint, check, ...options }: FieldOptions): HTMLElement {
    const properties = {
      id: name,
      value: options.value ?? '',
      part: 'input',
      'aria-required': required && 'true',
      autocomplete: options.autocomplete,
      ...options.attributes,
    }
    const control = type === 'textarea' ? h('textarea', properties) : h('input', { ...properties, type })
    return this.#add({ name, label, required: required ?? false, hint, control }, (value) => {
      if (type === 'email' && !EMAIL.test(value)) return this.#widget.t('invalidEmail')
      return check?.(value)
    })
  }

  /** Adds a choice. Options are values with their texts. */
  select(
    { name, label, value }: { name: string; label: TextKey; value?: string },
    options: [string, string][],
  ): { element: HTMLElement; control: HTMLSelectElement; setOptions(options: [string, string][]): void } {
    const control = h('select', { id: name, part: 'input' })
    const setOptions = (given: [string, string][]) => {
      control.replaceChildren(...given.map(([key, text]) => h('option', { value: key }, text)))
    }
    setOptions(options)
    if (value) control.value = value
    const element = this.#add({ name, label, required: false, hint: undefined, control }, () => undefined)
    return { element, control, setOptions }
  }

  /** Adds a box to tick. */
  box(name: string, text: string, { needed }: { needed?: string } = {}): HTMLElement {
    const control = h('input', { id: name, type: 'checkbox', 'aria-required': needed && 'true' })
    const problem = h('p', { className: 'problem', part: 'error', id: `${name}-problem` })
    control.setAttribute('aria-describedby', problem.id)
    this.#fields.push({
      name,
      control,
      check: () => (needed !== undefined && !control.checked ? needed : undefined),
      show: (text) => mark(control, problem, text),
    })
    return h(
      'div',
      { className: 'field' },
      h('div', { className: 'check' }, control, h('label', { htmlFor: name }, text)),
      problem,
    )
  }

  /**
   * Returns the complete form. `send` sends the values by their names; `done` is shown when the server has them.
   */
  element(
    parts: Node[],
    options: { submit: string; send(values: Values): Promise<string> },
  ): HTMLFormElement {
    this.#button.textContent = options.submit
    const form = h(
      'form',
      {
        noValidate: true,
        // A browser without `submit` handlers never gets here: the elements need scripts.
        onsubmit: (event: Event) => {
          event.preventDefault()
          void this.#submit(form, options)
        },
        // The challenge is solved while somebody types.
        onfocusin: () => void this.#widget.api.prepare().catch(() => undefined),
      },
      ...parts,
      h('div', { className: 'trap', 'aria-hidden': 'true' }, h('label', {}, 'Website', this.#trap)),
      h('div', { className: 'actions' }, this.#button),
      this.#status,
    )
    return form
  }

  async #submit(
    form: HTMLFormElement,
    { submit, send }: { submit: string; send(values: Values): Promise<string> },
  ): Promise<void> {
    const { t } = this.#widget
    if (this.#busy || !this.#areValid()) return
    this.#busy = true
    this.#button.setAttribute('aria-busy', 'true')
    this.#button.textContent = t('sending')
    this.#fail('')
    try {
      const text = await send({ ...this.#values(), id: this.#id })
      const done = h('div', { className: 'done', role: 'status', tabIndex: -1, part: 'result' }, text)
      form.replaceWith(done)
      done.focus()
    } catch (error) {
      const text = this.#widget.explain(error)
      const { issues = [] } = error as Partial<ApiError>
      this.#fail(this.#showIssues(issues) === issues.length ? text : t('unavailable'))
      // Other values are another request.
      if ((error as ApiError).status >= 400) this.#id = randomId()
    } finally {
      this.#busy = false
      this.#button.removeAttribute('aria-busy')
      this.#button.textContent = submit
    }
  }

  #areValid(): boolean {
    const wrong = this.#fields.filter((field) => {
      const problem = field.check()
      field.show(problem ?? '')
      return problem
    })
    this.#fail(wrong.length > 0 ? this.#widget.t('correct') : '')
    wrong[0]?.control.focus()
    return wrong.length === 0
  }

  /** Shows what is wrong with the fields. Returns how many of the issues have one. The server's sentences are English. */
  #showIssues(issues: { field: string; message: string }[]): number {
    const { t, language } = this.#widget
    const shown = issues.flatMap(({ field: name, message }) => {
      const field = this.#fields.find((one) => one.name === name)
      field?.show(language === 'en' ? message : t('invalid'))
      return field ?? []
    })
    shown[0]?.control.focus()
    return shown.length
  }

  #fail(text: string): void {
    report(this.#status, text, text !== '')
  }

  #values(): Omit<Values, 'id'> {
    const text = new Map<string, string>()
    const ticked = new Map<string, boolean>()
    for (const { name, control } of this.#fields) {
      if (control.type === 'checkbox') ticked.set(name, (control as HTMLInputElement).checked)
      else text.set(name, control.value.trim())
    }
    return {
      text: (name) => text.get(name) || undefined,
      isTicked: (name) => ticked.get(name) === true,
      trap: this.#trap.value ? { [TRAP]: this.#trap.value } : {},
    }
  }

  #add(
    {
      name,
      label,
      required,
      hint,
      control,
    }: { name: string; label: TextKey; required: boolean; hint: string | undefined; control: Control },
    check: (value: string) => string | undefined,
  ): HTMLElement {
    const { t } = this.#widget
    const hintText = hint === undefined ? undefined : h('p', { className: 'hint', id: `${name}-hint` }, hint)
    const problem = h('p', { className: 'problem', part: 'error', id: `${name}-problem` })
    control.setAttribute('aria-describedby', [hintText?.id, problem.id].filter(Boolean).join(' '))
    this.#fields.push({
      name,
      control,
      check() {
        const value = control.value.trim()
        if (value === '') return required ? t('required') : undefined
        return check(value)
      },
      show: (text) => mark(control, problem, text),
    })
    const isChoice = control instanceof HTMLSelectElement
    const mute =
      required || isChoice ? undefined : h('span', { className: 'optional' }, ` (${t('optional')})`)
    return h(
      'div',
      { className: 'field' },
      h('label', { htmlFor: name }, t(label), mute),
      hintText,
      control,
      problem,
    )
  }
}

/** What somebody filled in, by the fields' names. */
export interface Values {
  text(name: string): string | undefined
  isTicked(name: string): boolean
  /** The field that people leave empty, if it was filled in. */
  trap: object
  /** The same for one form until it was stored. */
  id: string
}

function mark(control: Control, problem: HTMLElement, text: string): void {
  if (text) control.setAttribute('aria-invalid', 'true')
  else control.removeAttribute('aria-invalid')
  problem.textContent = text
}
