import { type ComponentProps, type ReactNode, useId } from 'react'
import { text } from '../text/text.ts'
import './field.css'

export interface FieldProps {
  label: string
  hint?: ReactNode
  /** The server's error message. */
  error?: string | undefined
}

/** A text field with its label, hint and error. */
export function TextField({ label, hint, error, ...props }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field {...{ label, hint, error }} required={props.required}>
      {(described) => <input type="text" className="input" {...props} {...described} />}
    </Field>
  )
}

export function TextArea({ label, hint, error, ...props }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, hint, error }} required={props.required}>
      {(described) => <textarea rows={4} className="input" {...props} {...described} />}
    </Field>
  )
}

/** A choice among a few. `children` are `option`s. */
export function SelectField({ label, hint, error, ...props }: FieldProps & ComponentProps<'select'>) {
  return (
    <Field {...{ label, hint, error }} required={props.required}>
      {(described) => <select className="input" {...props} {...described} />}
    </Field>
  )
}

export function CheckboxField({ label, hint, error, ...props }: FieldProps & ComponentProps<'input'>) {
  const id = useId()
  return (
    <div className="field">
      <label className="checkbox">
        <input type="checkbox" {...props} {...describe(id, { hint, error })} />
        <span>{label}</span>
      </label>
      <FieldNotes {...{ id, hint, error }} />
    </div>
  )
}

/** A label, a control that `children` renders with the given attributes, and what is said about it. */
export function Field({
  label,
  hint,
  error,
  required,
  children,
}: FieldProps & { required?: boolean | undefined; children: (described: object) => ReactNode }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {required === false && <span className="field-optional">{text.common.optional}</span>}
      {children({ id, ...describe(id, { hint, error }) })}
      <FieldNotes {...{ id, hint, error }} />
    </div>
  )
}

function FieldNotes({ id, hint, error }: { id: string } & Omit<FieldProps, 'label'>) {
  return (
    <>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}

function describe(id: string, { hint, error }: Omit<FieldProps, 'label'>) {
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    ...(notes && { 'aria-describedby': notes }),
    ...(error && { 'aria-invalid': true }),
  }
}
