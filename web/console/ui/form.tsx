import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError, type Issue, ifMatch, isSignedOut } from '../api/client.ts'
import { noteUnsaved } from '../api/unsaved.ts'
import { text } from '../text/text.ts'
import { Button } from './button.tsx'
import { Message } from './message.tsx'
import { SignInElsewhere } from './sign-in-elsewhere.tsx'

type Values = Record<string, string | boolean>

/** The result of `useForm`: pass it to `Form`, and `form.text('email')` to the field of that name. */
type FormState<V extends Values> = ReturnType<typeof useForm<V>>

/** The part of a form that its fields need. */
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
  /** Returns what is wrong with a field that the form shows in its own way, or with something below it. */
  errorOf(name: string): string | undefined
}

/** Something wrong with a field that the form knows before it asks the server. */
export class FieldIssue extends Error {
  readonly issues: readonly Issue[]

  constructor(field: string, message: string) {
    super(message)
    this.issues = [{ field, message }]
  }
}

/** A few errors of a long list are enough to see the problem. */
const MOST_MESSAGES = 3
const INVALID = '[aria-invalid]:not([aria-invalid=false]), fieldset[data-invalid] input'

/**
 * Keeps what is typed into a form, sends it, and says at each field what the server refuses. Fields are named as the
 * server's issues name them: `contact.first_name`.
 */
export function useForm<V extends Values>(initial: V, send: (values: V) => Promise<unknown>) {
  const [values, setValues] = useState(initial)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  useUnsaved({ isChanged: isChanged(useOpened(initial), values), isSending: busy })
  /** The fields that the form shows. What is wrong with others is said above it. */
  const shown = useRef(new Set<string>())
  const issues = issuesOf(error)
  const set = <K extends keyof V>(name: K, value: V[K]) => setValues((now) => ({ ...now, [name]: value }))
  const errorOf = (name: string) => {
    shown.current.add(name)
    const messages = issues.filter(({ field }) => isAt(name, field)).map(({ message }) => message)
    return messages.length > 0 ? [...new Set(messages)].slice(0, MOST_MESSAGES).join(' ') : undefined
  }
  useEffect(() => {
    if (error !== undefined) showFirstError(element.current)
  }, [error])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await send(values)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    set,
    replace: setValues,
    busy,
    submit,
    element,
    /** Issues that no field of the form shows, and errors without issues. */
    error: error === undefined ? undefined : describeError(error, shown.current),
    failure: error,
    errorOf,
    /** Attributes of a text field, text area or select. */
    text: (name: keyof V & string) => ({
      name: name as string,
      value: values[name] as string,
      error: errorOf(name),
      onChange: (event: { target: { value: string } }) => set(name, event.target.value as V[typeof name]),
    }),
    /** Attributes of a checkbox. */
    checkbox: (name: keyof V & string) => ({
      name: name as string,
      checked: values[name] as boolean,
      error: errorOf(name),
      onChange: (event: { target: { checked: boolean } }) =>
        set(name, event.target.checked as V[typeof name]),
    }),
  }
}

/**
 * As `useForm`, for changing a record that is `current` now, in its version `etag`. `send` compares what was typed with the
 * record as it was opened. Where somebody else was faster, the form takes over their values, and keeps what was typed.
 */
export function useRecordForm<V extends Values>(
  current: V,
  etag: string | null,
  send: (values: V, record: { opened: V; headers: Record<string, string> }) => Promise<unknown>,
) {
  const queryClient = useQueryClient()
  const [opened, setOpened] = useState({ initial: current, etag })
  const form = useForm(opened.initial, async (values) => {
    try {
      await send(values, { opened: opened.initial, headers: ifMatch(opened.etag) })
    } catch (error) {
      if (isOutdated(error)) await queryClient.invalidateQueries()
      throw error
    }
  })
  const isBehind = isOutdated(form.failure) && etag !== opened.etag
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record is taken over once, whatever is typed later
  useEffect(() => {
    if (!isBehind) return
    form.replace({ ...current, ...changed(opened.initial, form.values) })
    setOpened({ initial: current, etag })
  }, [isBehind])
  return form
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'PRECONDITION_FAILED'
}

/**
 * Returns the value of the first render. A dialog compares what was typed with the record as it was opened, and sends that
 * record's ETag: the page may read the record again meanwhile.
 */
export function useOpened<T>(value: T): T {
  return useState(() => value)[0]
}

/** A form with its error, and its buttons at the end. `label` names one that is a page: its first field gets the focus. */
export function Form<V extends Values>({
  form,
  submit,
  label,
  danger = false,
  onCancel,
  children,
}: {
  form: FormState<V>
  submit: string
  label?: string
  danger?: boolean
  onCancel?: () => void
  children: ReactNode
}) {
  return (
    <form className="form" aria-label={label} ref={form.element} onSubmit={form.submit}>
      {form.error && (
        <Message tone="danger">{isSignedOut(form.failure) ? <SignInElsewhere /> : form.error}</Message>
      )}
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

/** Keeps the console from leaving what is typed behind. */
function useUnsaved({ isChanged, isSending }: { isChanged: boolean; isSending: boolean }): void {
  useEffect(() => (isChanged ? noteUnsaved({ isSending }) : undefined), [isChanged, isSending])
}

/** Returns whether somebody has typed something. A choice that was never made is one that is not checked. */
function isChanged(initial: Values, values: Values): boolean {
  return Object.entries(values).some(([name, value]) => value !== (initial[name] ?? false))
}

/** Returns the values that differ from the initial ones. */
export function changed<V extends Values>(initial: V, values: V): Partial<V> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== initial[name]),
  ) as Partial<V>
}

function issuesOf(error: unknown): readonly Issue[] {
  return error instanceof ApiError || error instanceof FieldIssue ? error.issues : []
}

/** Returns whether an issue is about a field: `origins`, or `origins.0` in it. */
function isAt(name: string, field: string): boolean {
  return field === name || field.startsWith(`${name}.`)
}

function describeError(error: unknown, shown: ReadonlySet<string>): string {
  if (isOutdated(error)) return text.common.changedMeanwhile
  const issues = issuesOf(error)
  if (issues.length === 0) return error instanceof Error ? error.message : String(error)
  const elsewhere = issues.filter(({ field }) => ![...shown].some((name) => isAt(name, field)))
  return elsewhere.length > 0 ? elsewhere.map(({ message }) => message).join(' ') : text.common.checkFields
}

/** Brings the first wrong field, else what is said above the form, to who filled it in. */
function showFirstError(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>(INVALID)
  if (field) field.focus()
  else form?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
}
