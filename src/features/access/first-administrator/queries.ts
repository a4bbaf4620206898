import type { Micros } from '../../../platform/clock.ts'
import type { Reader, Trx } from '../../../platform/db/db.ts'

/** Returns the present set-up link, valid or not. */
export function findSetUpLink(reader: Reader) {
  return reader.selectFrom('setup_links').selectAll().executeTakeFirst()
}

/** Makes this the only set-up link. */
export async function replaceSetUpLink(
  trx: Trx,
  link: { token_hash: string; expires_at: Micros },
): Promise<void> {
  await trx.deleteFrom('setup_links').execute()
  await trx.insertInto('setup_links').values(link).execute()
}

export async function deleteSetUpLink(trx: Trx, tokenHash: string): Promise<void> {
  await trx.deleteFrom('setup_links').where('token_hash', '=', tokenHash).execute()
}
