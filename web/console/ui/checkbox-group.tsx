import { type ReactNode, useId } from 'react'
import { CheckboxField } from './field.tsx'

type Values = Record<string, string | boolean>

/**
 * Several of some choices. In the form's values, each is named by the prefix and its value: `brands.harborcraft`. The
 * prefix is what the server calls the list, so its issues appear here.
 */
export function CheckboxGroup({
  legend,
  prefix,
  options,
  form,
  children,
}: {
  legend: string
  prefix: string
  /** Values and what they are called. */
  options: Readonly<Record<string, string>>
  form: {
    values: Values
    set: (name: never, value: never) => void
    errorOf: (name: string) => string | undefined
  }
  /** The content before the choices. */
  children?: ReactNode
}) {
  const id = useId()
  const error = form.errorOf(prefix)
  return (
    <fieldset
      className="form-section"
      {...(error && { 'data-invalid': true, 'aria-describedby': `${id}-error` })}
    >
      <legend>{legend}</legend>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
      <div className="form-grid">
        {Object.entries(options).map(([value, label]) => (
          <CheckboxField
            key={value}
            label={label}
            checked={form.values[`${prefix}.${value}`] === true}
            onChange={({ target }) => form.set(`${prefix}.${value}` as never, target.checked as never)}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Returns which choices of a `CheckboxGroup` are checked. */
export function checkedOf(values: Values, prefix: string): string[] {
  return Object.keys(values)
    .filter((name) => name.startsWith(`${prefix}.`) && values[name] === true)
    .map((name) => name.slice(prefix.length + 1))
}
