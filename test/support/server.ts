import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { afterAll, inject } from 'vitest'
import { Client, type Sent } from './client.ts'
import { createDatabase, type TestDatabase } from './databases.ts'
import { runHosted } from './hosted-command.ts'
import { startHosted } from './hosted-server.ts'
import { freePort } from './ports.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

export interface ServerOptions {
  /** Settings that override the tests' defaults. */
  env?: Record<string, string>
  /** The server whose database it shares. Two on one database never share a process. */
  beside?: TestServer
  /** Lets the test kill it and send it any signal. Without, it shares a process that is already warm. */
  ownProcess?: boolean
  /** Starts on a database without tables. */
  empty?: boolean
}

/** The output of `apply --json`. */
export interface Applied {
  brands: { id: number; slug: string }[]
  dealers: { id: number; dealer_code: string }[]
  api_users: { id: number; email: string }[]
  api_tokens: { id: number; name: string; token?: string }[]
}

const DEFAULTS = {
  ALLOW_PRIVATE_WEBHOOKS: 'true',
  DELIVERY_RETRY_SCALE: '0.001',
  RATE_LIMIT_PER_MINUTE: '0',
  CLIENT_LIMIT_PER_MINUTE: '0',
  LOGIN_LIMIT_PER_MINUTE: '0',
  // A machine that runs many tests isn't an overloaded server.
  SHED_LOAD_LAG_MS: '0',
  SHUTDOWN_GRACE_MS: '50',
  STRICT_RESPONSES: 'true',
  // Only the tests in a browser need it.
  CONSOLE: 'false',
  HOST: '127.0.0.1',
}

/** Starts a server on a database of its own and waits until it is ready. `await using` ends both. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const server = await makeServer({ ownProcess: false, ...options })
  try {
    await server.start()
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
  return server
}

/** Starts a server for all tests of a file, which ends after the last one. */
export async function startFileServer(options: ServerOptions = {}): Promise<TestServer> {
  return disposeAfterAll(await startServer(options))
}

/** Ends something after the last test of the file. Returns it. */
export function disposeAfterAll<T extends AsyncDisposable>(thing: T): T {
  afterAll(() => thing[Symbol.asyncDispose]())
  return thing
}

/** Returns a server that isn't started yet, and will have a process of its own. */
export async function makeServer(options: ServerOptions = {}): Promise<TestServer> {
  const databases = inject('databaseServer')
  const template = options.empty ? undefined : databases.template
  const database = options.beside?.database ?? (await createDatabase({ ...databases, template }))
  return new TestServer(database, options)
}

/** The real server, in another process, seen from outside. */
export class TestServer {
  readonly database: TestDatabase
  readonly env: Record<string, string>
  readonly #ownsDatabase: boolean
  readonly #ownProcess: boolean
  /** The servers that were started beside this one. */
  readonly #besides: TestServer[] = []
  /** The number of the warm process. */
  #host = 0
  #process: ServerProcess | undefined
  #client: Client | undefined
  #earlierOutput = ''

  constructor(database: TestDatabase, { env = {}, beside, ownProcess = true }: ServerOptions) {
    this.database = database
    this.#ownProcess = ownProcess
    this.#ownsDatabase = beside === undefined
    if (beside) {
      beside.#besides.push(this)
      this.#host = 1 - beside.#host
    }
    const secret = beside?.env.TRANSOM_JWT_SECRET ?? randomBytes(32).toString('hex')
    this.env = { ...DEFAULTS, TRANSOM_JWT_SECRET: secret, ...database.env, ...env }
  }

  /** `http://127.0.0.1:PORT`; the port stays the same from start to start. */
  get url(): string {
    return `http://127.0.0.1:${this.env.PORT}`
  }

  get pid(): number {
    return this.#process!.pid
  }

  /** Whether the process started last still runs. */
  get isRunning(): boolean {
    return this.#process?.isRunning() ?? false
  }

  /** All that it has written to stdout and stderr since the first start. */
  get output(): string {
    return this.#earlierOutput + (this.#process?.output() ?? '')
  }

  async start(): Promise<void> {
    this.env.PORT ??= String(await freePort())
    this.#client = new Client(this.url)
    this.#process = this.#ownProcess
      ? await startProcess('serve', this.env, () => this.isReady())
      : await startHosted(this.env, this.#host)
  }

  /**
   * Ends the process; resolves with its exit code, or null when the signal ended it. A server in a shared process only
   * takes SIGTERM, and its next start is in another process.
   */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const ended = this.#process
    ended?.signal(signal)
    const code = (await ended?.exited) ?? null
    this.#earlierOutput = this.output
    this.#process = undefined
    this.#host = 1 - this.#host
    await this.#client?.close()
    return code
  }

  async restart(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.kill(signal)
    await this.start()
  }

  /** Sends a signal without waiting: SIGSTOP, SIGCONT, SIGTERM under load. */
  signal(name: NodeJS.Signals): void {
    this.#process!.signal(name)
  }

  send(method: string, path: string, sent?: Sent) {
    return this.#client!.send(method, path, sent)
  }

  async isReady(): Promise<boolean> {
    try {
      return (await this.send('GET', '/readyz')).status === 200
    } catch {
      return false
    }
  }

  /** Runs a command on this server's database, but in another process. */
  command(...args: string[]) {
    return this.commandWithInput('', ...args)
  }

  /** Runs a command with this standard input. */
  async commandWithInput(input: string, ...args: string[]) {
    const result = await runHosted(args, this.env, input)
    if (this.env.DATABASE_URL) {
      await Promise.all([this, ...this.#besides].map((server) => server.#process?.notified()))
    }
    return result
  }

  /** Applies a set-up file. Returns what `--json` prints. Throws with the command's message when it refuses. */
  async apply(content: object): Promise<Applied> {
    const file = `${this.database.env.DATA_DIR}.${randomBytes(6).toString('hex')}.json`
    writeFileSync(file, JSON.stringify(content))
    try {
      const { code, stdout, stderr } = await this.command('apply', file, '--json')
      if (code !== 0) throw new Error(`The set-up was refused: ${stderr}`)
      return JSON.parse(stdout)
    } finally {
      rmSync(file)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process?.end()
    await this.#client?.close()
    if (this.#ownsDatabase) await this.database.drop()
  }
}
