/** Runs servers for acceptance tests, one file's at a time. A process for each would take a second more. */
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/platform/log.ts'
import { compose } from '../../src/server/compose.ts'
import { start } from '../../src/server/serve.ts'
import { answerMessages } from './host-messages.ts'

interface Request {
  /** Starts a server with these settings, whose log goes to the file `output`. */
  start?: { env: Record<string, string>; output: string }
  /** Stops the server that listens on this port. */
  stop?: string
}

/** Longer waits for callers and receivers don't keep the next test waiting. */
const STOP_BUDGET_MS = 2_000

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
  const ending = stops
    .get(port)?.()
    .catch((error) => console.error(error))
  stops.delete(port)
  await Promise.race([ending, sleep(STOP_BUDGET_MS, undefined, { ref: false })])
}

answerMessages<Request>(
  async (request) => {
    if (request.start) await startServer(request.start)
    if (request.stop) await stopServer(request.stop)
  },
  async () => {
    await Promise.all([...stops.keys()].map(stopServer))
  },
)
