import type { Reader } from '../../../platform/db/db.ts'
import { emailKey } from '../../../platform/validate.ts'
import { listUsers } from '../save-queries.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const CONCURRENCY = 64

/** The user's stored hash, and the new one if the given password does not match it. */
interface HashedPassword {
  seen: string | undefined
  hash: string | undefined
}

/** The results by e-mail key. Users without a given password are missing. */
export type HashedPasswords = ReadonlyMap<string, HashedPassword>

/** Hashes the passwords that differ from the stored ones. It is slow by design: call it before the transaction. */
export async function hashPasswords(
  reader: Reader,
  inputs: readonly { email: string; password?: string | undefined }[],
): Promise<HashedPasswords> {
  const stored = await listUsers(
    reader,
    inputs.map((input) => emailKey(input.email)),
  )
  const seenByKey = new Map(stored.map((user) => [user.email_key, user.password_hash]))
  const hashed = new Map<string, HashedPassword>()
  const hash = async ({ email, password }: { email: string; password?: string | undefined }) => {
    if (password === undefined) return
    const seen = seenByKey.get(emailKey(email))
    const holds = seen !== undefined && (await verifyPassword(password, seen))
    hashed.set(emailKey(email), { seen, hash: holds ? undefined : await hashPassword(password) })
  }
  for (let start = 0; start < inputs.length; start += CONCURRENCY) {
    await Promise.all(inputs.slice(start, start + CONCURRENCY).map(hash))
  }
  return hashed
}
