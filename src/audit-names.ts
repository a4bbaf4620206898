import { findToken, findUser, listTokens, listUsers } from './features/access/index.ts'
import type { AuditContext } from './features/audit/index.ts'
import { findBrandId, listBrands } from './features/brands/index.ts'
import { findWarrantyIds } from './features/warranties/index.ts'
import type { Reader } from './platform/db/db.ts'

/**
 * Returns the functions with which the audit trail finds records. Their features import the audit trail, not the
 * reverse.
 */
export function auditNames(reader: Reader): Pick<AuditContext, 'references' | 'names'> {
  const byId = <T extends { id: number }>(rows: readonly T[], nameOf: (row: T) => string) =>
    new Map(rows.map((row) => [row.id, nameOf(row)]))
  return {
    references: {
      brand: (reference) => findBrandId(reader, reference),
      user: async (reference) => (await findUser(reader, reference)).id,
      token: async (reference) => (await findToken(reader, reference)).id,
      async warranties(hin) {
        const brands = await listBrands(reader)
        return findWarrantyIds(
          reader,
          hin,
          brands.map(({ id }) => id),
        )
      },
    },
    names: async () => ({
      brands: byId(await listBrands(reader), ({ slug }) => slug),
      users: byId(await listUsers(reader), ({ email }) => email),
      tokens: byId(await listTokens(reader), ({ name }) => name),
    }),
  }
}
