import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { text } from '../text/text.ts'
import { Button } from './button.tsx'
import { Message } from './message.tsx'

type Values = Record<string, string | boolean>

/** What `useForm` returns: pass it to `Form`, and `form.text('email')` to the field of that name. */
type FormState<V extends Values> = ReturnType<typeof useForm<V>>

/** What fields need of a form that has at least theirs. */
export interface FormFields<V extends Values> {
  text(name: keyof V & string): {
    name: string
    value: string
    error: string | undefined
    onChange(event: { target: { value: string } }): void
  }
  checkbox(name: keyof V & string): {
    name: string
    checked: boolean
    error: string | undefined
    onChange(event: { target: { checked: boolean } }): void
  }
}

/**
 * Keeps what is typed into a form, sends it, and says at each field what the server refuses. Fields are named as the
 * server's issues name them: `contact.first_name`.
 */
export function useForm<V extends Values>(initial: V, send: (values: V) => Promise<unknown>) {
  const [values, setValues] = useState(initial)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const issues = error instanceof ApiError ? error.issues : []
  const set = <K extends keyof V>(name: K, value: V[K]) => setValues((now) => ({ ...now, [name]: value }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await send(values)
    } catch (thrown) {
      setError(thrown)
      setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    set,
    busy,
    submit,
    element,
    /** Issues that no field of the form shows, and errors without issues. */
    error: error === undefined ? undefined : describeError(error, values),
    failure: error,
    /** Attributes of a text field, text area or select. */
    text: (name: keyof V & string) => ({
      name: name as string,
      value: values[name] as string,
      error: issueOf(issues, name),
      onChange: (event: { target: { value: string } }) => set(name, event.target.value as V[typeof name]),
    }),
    /** Attributes of a checkbox. */
    checkbox: (name: keyof V & string) => ({
      name: name as string,
      checked: values[name] as boolean,
      error: issueOf(issues, name),
      onChange: (event: { target: { checked: boolean } }) =>
        set(name, event.target.checked as V[typeof name]),
    }),
  }
}

/**
 * Returns the value of the first render. A dialog compares what was typed with the record as it was opened, and sends that
 * record's ETag: the page may read the record again meanwhile.
 */
export function useOpened<T>(value: T): T {
  return useState(() => value)[0]
}

/** A form with its error, and its buttons at the end. */
export function Form<V extends Values>({
  form,
  submit,
  danger = false,
  onCancel,
  children,
}: {
  form: FormState<V>
  submit: string
  danger?: boolean
  onCancel?: () => void
  children: ReactNode
}) {
  return (
    <form className="form" ref={form.element} onSubmit={form.submit}>
      {form.error && <Message tone="danger">{form.error}</Message>}
      {children}
      <div className="form-actions">
        {onCancel && <Button onClick={onCancel}>{text.common.cancel}</Button>}
        <Button type="submit" look={danger ? 'danger' : 'primary'} busy={form.busy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

/**
 * Returns values as a request has them: `contact.email` becomes a field of `contact`, and empty texts are null, or
 * left out where `omitEmpty` says so.
 */
export function nested(values: Values, { omitEmpty = false } = {}): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(values)) {
    if (value === '' && omitEmpty) continue
    const names = path.split('.')
    const last = names.pop()!
    let at = body
    for (const name of names) {
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    at[last] = value === '' ? null : value
  }
  return body
}

/** Returns the values that differ from the initial ones. */
export function changed<V extends Values>(initial: V, values: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== initial[name]),
  ) as Partial<V>
}

function issueOf(issues: ApiError['issues'], name: string): string | undefined {
  return issues.find(({ field }) => field === name)?.message
}

function describeError(error: unknown, values: Values): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (error.code === 'PRECONDITION_FAILED') return text.common.changedMeanwhile
  const elsewhere = error.issues.filter(({ field }) => !(field in values))
  if (elsewhere.length > 0) return elsewhere.map(({ field, message }) => `${field} ${message}`).join('; ')
  return error.issues.length > 0 ? text.common.checkFields : error.message
}
