import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A running PostgreSQL server. */
export interface PostgresServer {
  /** Connects as a user who may create databases. */
  adminUrl: string
  stop(): Promise<void>
}

/**
 * Returns the server of DATABASE_URL_TEST, or starts a new one in about a second. `settings` are
 * the new one's, such as `{ fsync: 'on' }`.
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const given = process.env.DATABASE_URL_TEST
  if (given) return { adminUrl: given, stop: async () => {} }

  // Detached, so that a Ctrl-C or a kill meant for the test run's process group leaves it time to clean up.
  const flags = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const script = join(import.meta.dirname, 'postgres-supervisor.ts')
  const supervisor = spawn(process.execPath, [script, ...flags], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = once(supervisor, 'exit')
  let errors = ''
  supervisor.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const [url] = await Promise.race([
    once(supervisor.stdout.setEncoding('utf8'), 'data'),
    exited.then(() => []),
  ])
  if (!url) throw new Error(`The test suite's PostgreSQL did not start.\n${errors}`)
  return {
    adminUrl: url.trim(),
    async stop() {
      supervisor.stdin.end()
      await exited
    },
  }
}
