/** Runs servers for acceptance tests, one worker's at a time. A process for each would take a second more. */
import { appendFileSync } from 'node:fs'
import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { compose } from '../../src/server/compose.ts'
import { start } from '../../src/server/serve.ts'
import { answerMessages } from './host-messages.ts'

interface Request {
  /** Starts a server with these settings, whose log goes to the file `output`. */
  start?: { env: Record<string, string>; output: string }
  /** Waits for the notifications of everything that was committed before. */
  notified?: true
  /** Stops the server that listens on this port. */
  stop?: string
}

/** The connections on which PostgreSQL notifies the servers. */
const listening = new Set<pg.Client>()
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  if (String(args[0]).startsWith('LISTEN')) listening.add(this.once('end', () => listening.delete(this)))
  return (query as (...args: unknown[]) => unknown).apply(this, args)
} as typeof query

/** Before PostgreSQL answers on a connection, it sends the notifications of earlier commits. */
async function receiveNotifications(): Promise<void> {
  await Promise.allSettled([...listening].map((client) => client.query('SELECT')))
}

const stops = new Map<string, () => Promise<void>>()

async function startServer({ env, output }: NonNullable<Request['start']>): Promise<void> {
  const config = readConfig(env)
  const destination = { write: (line: string) => appendFileSync(output, line) }
  const log = createLogger({ level: config.LOG_LEVEL, destination })
  const service = await compose(config, log)
  stops.set(env.PORT!, service.stop)
  await start('serve', service, config, log)
}

async function stopServer(port: string): Promise<void> {
  const stop = stops.get(port)
  stops.delete(port)
  await stop?.().catch((error) => console.error(error))
}

answerMessages<Request>(
  async (request) => {
    if (request.start) await startServer(request.start)
    if (request.notified) await receiveNotifications()
    if (request.stop) await stopServer(request.stop)
  },
  async () => {
    await Promise.all([...stops.keys()].map(stopServer))
  },
)
