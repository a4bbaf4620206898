import { randomBytes } from 'node:crypto'
import { Integrator } from '../../support/integrator.ts'
import type { TestServer } from '../../support/server.ts'

interface UserOptions {
  email?: string
  password?: string
  active?: boolean
  permissions?: string[]
}

/** Users of one brand that no other test has, all made by one `apply`, under the names given. Nobody is logged in. */
export async function makeUsers<Name extends string>(
  server: TestServer,
  users: Record<Name, UserOptions>,
): Promise<Record<Name, Integrator>> {
  const id = randomBytes(6).toString('hex')
  const slug = `brand-${id}`
  const accounts = Object.entries<UserOptions>(users).map(([name, options]) => ({
    email: `${name}-${id}@example.com`,
    password: `password-${id}`,
    permissions: ['warranty:*'],
    brands: [slug],
    ...options,
  }))
  const applied = await server.apply({ brands: [{ slug, name: `Brand ${id}` }], api_users: accounts })
  const brand = { id: applied.brands[0]!.id, slug }
  const made = accounts.map(({ email, password }) => new Integrator(server, brand, { email, password }, ''))
  return Object.fromEntries(Object.keys(users).map((name, i) => [name, made[i]])) as Record<Name, Integrator>
}

/** Exchanges a refresh token. */
export function refresh(server: TestServer, token: unknown) {
  return server.send('POST', '/api/v1/auth/refresh', { body: { refresh_token: token } })
}

/** Calls the warranty interface with an access token. */
export function listWith(server: TestServer, accessToken: string) {
  return server.send('GET', '/api/v1/warranty', { headers: { authorization: `Bearer ${accessToken}` } })
}

/** Logs in. */
export function logIn(
  server: TestServer,
  email: unknown,
  password: unknown,
  headers?: Record<string, string>,
) {
  return server.send('POST', '/api/v1/auth/login', { headers, body: { email, password } })
}
