import type { Reader } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { authorize } from '../../../platform/principal.ts'
import { emailKey } from '../../../platform/validate.ts'
import {
  findTokenIssues,
  findUserIssues,
  hasAdministrator,
  listTokens,
  listUsers,
  NewToken,
  NewUser,
  saveToken,
  saveUser,
  writeWithPasswords,
} from '../../access/index.ts'
import {
  type BrandContext,
  findBrandIds,
  findBrandIssues,
  listBrands,
  saveBrand,
} from '../../brands/index.ts'

/** The records that a first run creates, unless they exist. */
export interface FirstRun {
  brand: string
  brandName?: string
  email: string
  password?: string
  tokenName: string
}

/** Each record, and whether it was created now. `brand_added`: it existed, and gives access to the brand only now. */
export interface FirstRunOutcome {
  /** Whether the user was created as the first administrator. */
  administrator: boolean
  brand: { id: number; slug: string; made: boolean }
  api_user: { id: number; email: string; made: boolean; brand_added: boolean }
  /** `token` only if it was generated now. */
  api_token: { id: number; name: string; made: boolean; brand_added: boolean; token?: string }
}

/** Returns what exists of a brand, user and token. */
export async function findExisting(reader: Reader, { brand, email, tokenName }: FirstRun) {
  const key = emailKey(email)
  return {
    brand: (await listBrands(reader)).find((row) => row.slug === brand),
    user: (await listUsers(reader)).find((row) => row.email_key === key),
    token: (await listTokens(reader)).find((row) => row.name === tokenName),
  }
}

/**
 * Creates the brand, the user and the token in one transaction. A user or token that exists gets the brand, and keeps
 * everything else.
 * @throws Invalid (VALIDATION_ERROR) with every issue
 */
export function initialize(ctx: BrandContext, first: FirstRun): Promise<FirstRunOutcome> {
  for (const kind of ['brands', 'access']) authorize(ctx.principal, `${kind}:write`)
  const { brand: slug, brandName: name, email, password, tokenName } = first
  const newBrand = { slug, ...(name !== undefined && { name }) }
  const issues = [
    ...findBrandIssues(newBrand, ctx),
    ...findUserIssues(NewUser, { email, ...(password !== undefined && { password }) }),
    ...findTokenIssues(NewToken, { name: tokenName }),
  ]
  if (issues.length > 0) throw new Invalid(issues)
  return writeWithPasswords(ctx, [{ email, password }], async (trx, passwords) => {
    const { brand, user, token } = await findExisting(trx, first)
    const id = brand?.id ?? (await saveBrand(ctx, trx, newBrand))
    const withBrand = async (slugs: readonly string[] = []) => [
      ...new Set([...((await findBrandIds(trx, slugs)) ?? []), id]),
    ]
    // Nobody else could make an administrator.
    const isFirst = !user && !(await hasAdministrator(trx))
    const firstRights = isFirst ? { role: 'administrator' as const } : { permissions: ['warranty:*'] }
    const savedUser = await saveUser(
      ctx,
      trx,
      {
        email: user?.email ?? email,
        brandIds: await withBrand(user?.brands),
        ...(user ? { permissions: user.permissions } : firstRights),
      },
      // Only a new user gets the password.
      user ? new Map() : passwords,
    )
    const savedToken = await saveToken(ctx, trx, {
      name: tokenName,
      brandIds: await withBrand(token?.brands),
      scopes: token?.scopes ?? ['dealer-locator', 'lead-submission'],
    })
    return {
      administrator: isFirst,
      brand: { id, slug, made: !brand },
      api_user: {
        ...{ id: savedUser.id, email: savedUser.email },
        ...{ made: !user, brand_added: user !== undefined && !user.brands.includes(slug) },
      },
      api_token: {
        ...{ id: savedToken.id, name: savedToken.name },
        ...{ made: !token, brand_added: token !== undefined && !token.brands.includes(slug) },
        ...(savedToken.token !== undefined && { token: savedToken.token }),
      },
    }
  })
}
