import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import type { Terminal } from '../../../platform/cli/terminal.ts'
import { AppError } from '../../../platform/errors.ts'

export interface PasswordFlags {
  passwordStdin?: boolean
  generate?: boolean
}

/** A password, and whether it was made up here and must be shown. */
interface NewPassword {
  password: string
  made: boolean
}

export function addPasswordOptions(command: Command): Command {
  return command
    .option('--password-stdin', 'the password is the one line of standard input')
    .option('--generate', 'make up a password, and show it once')
}

/** A new password as the options want it: from standard input, made up, or asked for twice. */
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
      'There is no terminal to ask for the password: give --password-stdin or --generate.',
    )
  }
  const password = await terminal.askSecretly('Password (not shown): ')
  const again = await terminal.askSecretly('The same again: ')
  if (password === again) return { password, made: false }
  throw new AppError('VALIDATION_ERROR', 'The two are not the same: nothing was changed.')
}
