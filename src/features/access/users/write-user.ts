import type { OperationContext } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { findUser, toUserView, type UserView } from './find-user.ts'
import { type HashedPasswords, hashPasswords } from './hash-passwords.ts'
import { PasswordChanged, saveUsers, type UserInput } from './save-users.ts'

const ATTEMPTS = 5

/**
 * Hashes the passwords, which takes long, then runs `work` in a transaction in which nobody else sets anything up. Runs
 * both again when another process has changed one of the passwords meanwhile.
 */
export async function writeWithPasswords<T>(
  { db }: OperationContext,
  inputs: readonly { email: string; password?: string | undefined }[],
  work: (trx: Trx, passwords: HashedPasswords) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const passwords = await hashPasswords(db.read, inputs)
    try {
      return await db.write(async (trx) => {
        await db.lock(trx, 'setup')
        return work(trx, passwords)
      })
    } catch (error) {
      if (!(error instanceof PasswordChanged) || attempt === ATTEMPTS) throw error
    }
  }
}

/** Saves one user and returns it. @throws Invalid (VALIDATION_ERROR) */
export async function saveUser(
  ctx: OperationContext,
  trx: Trx,
  input: UserInput,
  passwords: HashedPasswords,
): Promise<UserView> {
  const { ids, issues } = await saveUsers(ctx, trx, [input], passwords)
  if (ids[0] === undefined) throw new Invalid(issues.map(({ field, message }) => ({ field, message })))
  return toUserView(await findUser(trx, `id:${ids[0]}`), ctx.principal)
}
