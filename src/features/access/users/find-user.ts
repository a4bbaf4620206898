import type { Reader } from '../../../platform/db/db.ts'
import { pick } from '../../../platform/references.ts'
import { emailKey } from '../../../platform/validate.ts'
import { listUsers } from '../list-queries.ts'

export type StoredUser = Awaited<ReturnType<typeof listUsers>>[number]

export type UserView = ReturnType<typeof toUserView>

/** Returns the user with this e-mail address or id. @throws NotFound (NOT_FOUND) */
export async function findUser(reader: Reader, reference: string): Promise<StoredUser> {
  return pick(await listUsers(reader), reference, {
    noun: 'API user',
    key: 'email',
    keyOf: (user) => user.email,
    fold: emailKey,
  })
}

export function toUserView({ id, email, active, brands, permissions }: StoredUser) {
  return { id, email, active, brands, permissions }
}
