import type { Administration } from '../../../platform/cli/administration.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { emailKey } from '../../../platform/validate.ts'
import { ALL_PERMISSIONS, listTokens, listUsers, SCOPES } from '../../access/index.ts'
import { listBrands } from '../../brands/index.ts'

/** What a first run is to make, unless it is there. */
export interface FirstRun {
  brand: string
  brandName?: string
  email: string
  password?: string
  tokenName: string
}

/** Of each whether it was made now; `brand_added`: it was there, and opens the brand only now. */
export interface FirstRunOutcome {
  brand: { id: number; slug: string; made: boolean }
  api_user: { id: number; email: string; made: boolean; brand_added: boolean }
  /** `token` only where it was made now. */
  api_token: { id: number; name: string; made: boolean; brand_added: boolean; token?: string }
}

/** What there is already of a brand, user and token. */
export async function lookUp(reader: Reader, { brand, email, tokenName }: FirstRun) {
  const key = emailKey(email)
  return {
    brand: (await listBrands(reader)).find((row) => row.slug === brand),
    user: (await listUsers(reader)).find((row) => row.email_key === key),
    token: (await listTokens(reader)).find((row) => row.name === tokenName),
  }
}

/**
 * Makes the brand, the user and the token in one transaction. A user or token that is there gets the brand, and
 * stays as it is otherwise. Throws VALIDATION_ERROR.
 */
export async function makeFirst({ db, change }: Administration, first: FirstRun): Promise<FirstRunOutcome> {
  // As the plan that is carried out sees it: another process may make the same.
  let before: Awaited<ReturnType<typeof lookUp>> | undefined
  const changed = await change(async (reader) => {
    before = await lookUp(reader, first)
    return plan(before, first)
  })
  const brand = (await listBrands(db.read)).find((row) => row.slug === first.brand)!
  return {
    brand: { id: brand.id, slug: brand.slug, made: !before?.brand },
    api_user: { ...changed.api_users[0]!, made: !before?.user, brand_added: lacksBrand(before?.user, first) },
    api_token: {
      ...changed.api_tokens[0]!,
      made: changed.api_tokens[0]!.token !== undefined,
      brand_added: lacksBrand(before?.token, first),
    },
  }
}

function lacksBrand(holder: { brands: readonly string[] } | undefined, { brand }: FirstRun): boolean {
  return holder !== undefined && !holder.brands.includes(brand)
}

function plan({ brand, user, token }: Awaited<ReturnType<typeof lookUp>>, first: FirstRun) {
  const withBrand = (held: readonly string[] = []) => [...new Set([...held, first.brand])]
  return {
    brands: brand ? [] : [{ slug: first.brand, name: first.brandName }],
    api_users: [
      {
        email: user?.email ?? first.email,
        password: user ? undefined : first.password,
        brands: withBrand(user?.brands),
        permissions: user?.permissions ?? [ALL_PERMISSIONS],
      },
    ],
    api_tokens: [
      {
        name: first.tokenName,
        brands: withBrand(token?.brands),
        scopes: token?.scopes ?? SCOPES,
      },
    ],
  }
}
