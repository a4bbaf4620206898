import { randomBytes } from 'node:crypto'
import type { Answer, Sent } from './client.ts'
import type { TestServer } from './server.ts'

/** The parts of a caller of the administration that matter to the test. */
export interface AdministratorOptions {
  /** Default: `administrator`, who may do everything for all brands. */
  role?: string
  permissions?: string[]
  /** Slugs. */
  brands?: string[]
}

/** Creates a user for one test, and logs the user in by the password. */
export async function makeAdministrator(
  server: TestServer,
  { role, permissions, brands }: AdministratorOptions = {},
): Promise<Administrator> {
  const email = `admin-${randomBytes(6).toString('hex')}@example.com`
  const password = `correct horse ${randomBytes(6).toString('hex')}`
  const grants = role || permissions ? { role, permissions } : { role: 'administrator' }
  await server.apply({ api_users: [{ email, password, ...grants, ...(brands && { brands }) }] })
  const answer = await server.send('POST', '/api/v1/auth/login', { body: { email, password } })
  return new Administrator(server, { email, password }, answer.body.data.access_token)
}

/** One caller's view of `/admin/v1`. */
export class Administrator {
  readonly credentials: { email: string; password: string }
  readonly accessToken: string
  readonly #server: TestServer

  constructor(server: TestServer, credentials: Administrator['credentials'], accessToken: string) {
    this.#server = server
    this.credentials = credentials
    this.accessToken = accessToken
  }

  /** Calls an endpoint below `/admin/v1`. */
  call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.accessToken}`, ...sent.headers }
    return this.#server.send(method, `/admin/v1${path}`, { ...sent, headers })
  }
}
