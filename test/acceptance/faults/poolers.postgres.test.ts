import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeIntegrator } from '../../support/integrator.ts'
import { hasPgBouncer, startPgBouncer } from '../../support/pgbouncer.ts'
import { makeServer, type TestServer } from '../../support/server.ts'
import { runCommand, startProcess } from '../../support/server-process.ts'
import { makeTempFolder, removeFolder } from '../../support/temp-folders.ts'
import { runSql } from '../behind.ts'

if (!hasPgBouncer)
  console.warn('PgBouncer is not installed: its tests are skipped (apt-get install pgbouncer).')

describe.skipIf(!hasPgBouncer)('PgBouncer', () => {
  let server: TestServer
  let direct: string
  let folder: string

  beforeEach(async () => {
    server = await makeServer()
    direct = server.database.env.DATABASE_URL!
    folder = makeTempFolder('pooler')
    // Its own user must be able to enter it.
    chmodSync(folder, 0o755)
  })
  afterEach(async () => {
    await server[Symbol.asyncDispose]()
    removeFolder(folder)
  })

  const start = (settings?: Record<string, string>) =>
    startPgBouncer(direct, join(folder, 'pgbouncer'), settings)

  /** Everything that a request may need: reads, writes, notifications and scans. */
  async function useIt(): Promise<void> {
    const ada = await makeIntegrator(server)
    const hins: string[] = []
    for (let count = 0; count < 5; count++) {
      const { body, status } = await ada.register()
      expect(status).toBe(201)
      hins.push((body as { data: { hin: string } }).data.hin)
    }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => ada.call('GET', `/warranty/${hins[index % 5]}`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await ada.call('GET', '/warranty')).toMatchObject({ status: 200 })
    expect(await server.isReady()).toBe(true)
  }

  test('in session mode works with its default configuration', async () => {
    await using pooler = await start()
    server.env.DATABASE_URL = pooler.url
    await server.start()
    await useIt()
  })

  test('in transaction mode works with DATABASE_LISTEN_URL, and sets nothing up that others would find', async () => {
    await using pooler = await start({ pool_mode: 'transaction', default_pool_size: '3' })
    server.env.DATABASE_URL = pooler.url
    server.env.DATABASE_LISTEN_URL = direct
    await server.start()
    await useIt()
    const listening =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN transom'"
    expect(await runSql(server, listening)).toHaveLength(1)
    const { code, stdout } = await runCommand(['doctor'], server.env)
    expect(stdout).toContain('database: It answers and has the newest schema.')
    expect(code).toBe(0)
  })

  test('in transaction mode without DATABASE_LISTEN_URL ends the start with the setting that is missing', async () => {
    await using pooler = await start({ pool_mode: 'transaction' })
    const env = { ...server.env, PORT: '0', DATABASE_URL: pooler.url }
    const started = await startProcess('serve', env, (output) => output.includes('DATABASE_LISTEN_URL'))
    expect(await started.exited).toBe(1)
    expect(started.output()).toMatch(/pooler in transaction mode: set DATABASE_LISTEN_URL/)
    expect(started.output()).not.toContain('"msg":"ready"')
  })
})
