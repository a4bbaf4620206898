import { pino } from 'pino'
import { Client } from '../../test/support/client.ts'
import type { OpenTestDatabase } from '../../test/support/db.ts'
import { readConfig } from '../config.ts'
import { compose } from './compose.ts'

/** Starts the complete service in this process. */
export async function startService({ env }: OpenTestDatabase, settings: Record<string, string> = {}) {
  const config = readConfig({
    TRANSOM_JWT_SECRET: 'a secret of 32 bytes that nobody knows',
    STRICT_RESPONSES: 'true',
    SHED_LOAD_LAG_MS: '0',
    SHUTDOWN_GRACE_MS: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    CLIENT_LIMIT_PER_MINUTE: '0',
    ...env,
    ...settings,
  })
  const { app, open, stop } = await compose(config, pino({ level: 'silent' }))
  const client = new Client(await app.listen({ host: '127.0.0.1', port: 0 }))
  await open()
  return {
    send: client.send.bind(client),
    async stop() {
      await client.close()
      await stop()
    },
  }
}
