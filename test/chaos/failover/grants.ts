import type { TestServer } from '../../support/server.ts'
import { runCommand } from '../../support/server-process.ts'

/** Access that a command takes away, and a request that works for as long as it is there. */
export interface Grant {
  name: string
  /** The command, without the program's name. */
  command: string[]
  /** Whether the server still accepts the request. Throws for an answer that says neither. */
  isAccepted(server: TestServer): Promise<boolean>
}

const PASSWORD = 'correct horse battery staple'
export const BRAND = 'harbor-craft'

/** Names of everything that one grant of each kind needs. */
export const grantNames = (name: string) => ({
  token: `token-${name}`,
  user: `user-${name}@example.com`,
  session: `session-${name}@example.com`,
  dealer: `DEALER-${name}`.toUpperCase(),
  brand: `brand-${name}`,
})

/** The lists of a set-up file that make grants by these names. */
export function setUpGrants(names: readonly string[]) {
  const all = names.map(grantNames)
  const brands = [BRAND]
  return {
    brands: all.map(({ brand }) => ({ slug: brand, name: brand })),
    dealers: all.map(({ dealer }, index) => ({
      dealer_code: dealer,
      name: dealer,
      country: 'USA',
      latitude: 33 + index / 1_000,
      longitude: -97,
      brands,
    })),
    api_users: all
      .flatMap(({ user, session }) => [user, session])
      .map((email) => ({ email, password: PASSWORD, brands, permissions: ['warranty:*'] })),
    api_tokens: all.map(({ token, brand }) => ({
      name: token,
      brands: [BRAND, brand],
      scopes: ['dealer-locator', 'lead-submission'],
    })),
  }
}

/** An API token that is revoked. */
export function tokenGrant(name: string, token: string): Grant {
  return {
    name: `token ${name}`,
    command: ['tokens', 'revoke', grantNames(name).token],
    isAccepted: async (server) => (await locate(server, token, BRAND)).status !== 401,
  }
}

/** A user who is deactivated. */
export async function userGrant(server: TestServer, name: string): Promise<Grant> {
  const { user } = grantNames(name)
  return {
    name: `user ${name}`,
    command: ['users', 'deactivate', user],
    isAccepted: await listWarranties(server, user),
  }
}

/** One of each kind that the server keeps in memory; `website` is a token that stays. */
export async function makeGrants(
  server: TestServer,
  name: string,
  tokens: { own: string; website: string },
): Promise<Grant[]> {
  const { session, dealer, brand } = grantNames(name)
  return [
    tokenGrant(name, tokens.own),
    await userGrant(server, name),
    {
      name: `session ${name}`,
      command: ['users', 'set-password', session, '--generate'],
      isAccepted: await listWarranties(server, session),
    },
    {
      name: `dealer ${name}`,
      command: ['dealers', 'deactivate', dealer],
      isAccepted: async (server) => (await locate(server, tokens.website, BRAND)).text.includes(dealer),
    },
    {
      name: `brand ${name}`,
      command: ['brands', 'update', brand, '--slug', `${brand}-renamed`],
      isAccepted: async (server) => (await locate(server, tokens.website, brand)).status !== 404,
    },
  ]
}

/** Runs the command of a grant, on the database at `url` where one is given. Throws unless it succeeds. */
export async function revoke(server: TestServer, { name, command }: Grant, url?: string): Promise<void> {
  const env = { ...server.env, ...(url && { DATABASE_URL: url }) }
  const { code, stderr } = await runCommand(command, env)
  if (code !== 0) throw new Error(`${name} was not revoked: ${stderr}`)
}

async function locate(server: TestServer, token: string, brand: string) {
  const path = `/dealer-locator?brand=${brand}&country=US&postal_code=75067&limit=50`
  const answer = await server.send('GET', path, { headers: { 'x-api-token': token } })
  if (![200, 401, 403, 404].includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

async function listWarranties(server: TestServer, email: string) {
  const body = { email, password: PASSWORD }
  const answer = await server.send('POST', '/api/v1/auth/login', { body })
  const headers = { authorization: `Bearer ${answer.body.data.access_token}` }
  return async (server: TestServer) => {
    const { status, text } = await server.send('GET', '/api/v1/warranty?limit=1', { headers })
    if (![200, 401].includes(status)) throw new Error(`${status} ${text}`)
    return status === 200
  }
}
