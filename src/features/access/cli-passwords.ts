import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import type { Terminal } from '../../platform/cli/terminal.ts'
import { AppError } from '../../platform/errors.ts'

export interface PasswordFlags {
  passwordStdin?: boolean
  generate?: boolean
}

/** A password, and whether it was generated here and must be shown. */
interface NewPassword {
  password: string
  made: boolean
}

export function addPasswordOptions(command: Command): Command {
  return command
    .option('--password-stdin', 'Read the password from standard input, one line')
    .option('--generate', 'Generate a password, and show it once')
}

/** Returns a new password: from standard input, generated, or asked for twice. */
export async function readNewPassword(
  terminal: Terminal,
  { passwordStdin, generate }: PasswordFlags,
): Promise<NewPassword> {
  if (passwordStdin && generate) {
    throw new AppError('VALIDATION_ERROR', 'Give --password-stdin or --generate, not both.')
  }
  if (generate) return { password: randomBytes(18).toString('base64url'), made: true }
  if (passwordStdin) return { password: await terminal.readLine(), made: false }
  if (!terminal.interactive) {
    throw new AppError(
      'VALIDATION_ERROR',
      'There is no terminal to ask for the password. Give --password-stdin or --generate.',
    )
  }
  const password = await terminal.askSecretly('Password (not shown): ')
  const again = await terminal.askSecretly('Repeat the password: ')
  if (password === again) return { password, made: false }
  throw new AppError('VALIDATION_ERROR', 'The two passwords differ. Nothing was changed.')
}

/** @throws AppError (VALIDATION_ERROR) for options about a password */
export function refusePasswordOptions({ passwordStdin, generate }: PasswordFlags): void {
  if (!passwordStdin && !generate) return
  throw new AppError(
    'VALIDATION_ERROR',
    'With --invite, the user chooses the password: give no other option for it.',
  )
}
