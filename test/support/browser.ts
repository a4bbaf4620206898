import type { Answer, Sent } from './client.ts'
import type { TestServer } from './server.ts'

/** A browser that shows the console: it keeps the session's cookie, and says that its requests are the console's. */
export class Browser {
  readonly #server: TestServer
  cookie: string | undefined

  constructor(server: TestServer) {
    this.#server = server
  }

  /** Calls an endpoint below `/admin/v1`. */
  async call(method: string, path: string, { headers, ...sent }: Sent = {}): Promise<Answer> {
    const answer = await this.#server.send(method, `/admin/v1${path}`, {
      ...sent,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(this.cookie && { cookie: this.cookie }),
        ...headers,
      },
    })
    const set = /^(transom_session=([^;]*));/.exec(answer.headers['set-cookie'] ?? '')
    if (set) this.cookie = set[2] ? set[1] : undefined
    return answer
  }

  signIn(credentials: { email: string; password: string; code?: string }): Promise<Answer> {
    return this.call('POST', '/session', { body: credentials })
  }
}

/** Returns a browser in which this person has signed in. */
export async function signedIn(
  server: TestServer,
  { credentials }: { credentials: { email: string; password: string } },
): Promise<Browser> {
  const browser = new Browser(server)
  const answer = await browser.signIn(credentials)
  if (answer.status !== 200) throw new Error(`Signing in failed: ${answer.text}`)
  return browser
}
