import type { ComponentProps } from 'react'
import { text } from '../text/text.ts'
import { TextField } from '../ui/field.tsx'

/** A field for a password that somebody chooses. */
export function NewPasswordField({
  label = text.signIn.password,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string }) {
  return (
    <TextField
      label={label}
      hint={text.signIn.passwordHint}
      {...props}
      type="password"
      autoComplete="new-password"
      minLength={8}
      maxLength={128}
      required
    />
  )
}
