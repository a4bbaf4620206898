import { setTimeout as sleep } from 'node:timers/promises'
import { ask, type Bench, environment } from '../bench.ts'
import { load } from '../load.ts'
import { atMost, type Line } from '../report.ts'
import { apply, seed } from '../seed.ts'
import { type Server, startTransom } from '../servers.ts'
import { BRANDS, dealersAndTerritories, dealersCsv } from '../world.ts'
import { searching } from './locator.ts'

const STORED = { dealers: 3_000, territories: 40_000 }
const IMPORTED = 100_000
const PER_SECOND = 500
const WARM_UP_SECONDS = 4
const BASELINE_SECONDS = 15
/** An import that takes longer ends the run. */
const MOST_SECONDS = 300
/** Locators have the dealers of other processes after two seconds. */
const AFTER_MS = 3_000
const ADMINISTRATOR = { email: 'importer@example.com', password: 'correct horse battery staple' }

/** Imports a large file over HTTP, for the brand whose locator is used meanwhile. */
export async function importBeside(bench: Bench): Promise<Line[]> {
  const database = await bench.databases.create()
  await seed(database, async (db) => {
    await apply(db, dealersAndTerritories(STORED.dealers, STORED.territories))
    await apply(db, { api_users: [{ ...ADMINISTRATOR, role: 'administrator' }] })
  })
  const file = Buffer.from(dealersCsv(dealersAndTerritories(IMPORTED, 0).dealers))
  await using server = await startTransom({ env: environment(database), flags: bench.flags })
  const importer = await signIn(server)
  const locate = { ...searching(), connections: 16, perSecond: PER_SECOND, port: server.port }
  await load({ ...locate, seconds: WARM_UP_SECONDS })

  const alone = await load({ ...locate, seconds: BASELINE_SECONDS })
  const start = performance.now()
  let isOver = false
  const importing = importer.import(file).finally(() => {
    isOver = true
  })
  const loading = load({ ...locate, seconds: MOST_SECONDS, isOver: () => isOver })
  const [, beside] = await Promise.all([importing, loading])
  const seconds = (performance.now() - start) / 1000
  return [
    { ...alone, subject: `${PER_SECOND} searches a second` },
    {
      ...beside,
      subject: `while ${IMPORTED.toLocaleString('en')} dealers are imported over HTTP, ${seconds.toFixed(1)} s`,
      check: atMost(beside.p99 / alone.p99, 2, 'times the p99'),
    },
  ]
}

async function signIn(server: Server) {
  const json = { 'content-type': 'application/json' }
  const login = { method: 'POST', headers: json, body: JSON.stringify(ADMINISTRATOR) }
  const { data } = await ask<{ data: { access_token: string } }>(server, '/api/v1/auth/login', login)
  const authorization = `Bearer ${data.access_token}`
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization, ...init.headers }
    return (await ask<{ data: Import }>(server, `/admin/v1/imports${path}`, { ...init, headers })).data
  }
  const until = async (id: number, state: string) => {
    for (;;) {
      const shown = await call(`/${id}`)
      if (shown.state === state) return
      if (shown.state === 'failed') throw new Error(`The import failed: ${shown.reason}`)
      await sleep(250)
    }
  }
  return {
    /** Uploads, checks and runs an import, and waits until locators have it. */
    async import(file: Buffer<ArrayBuffer>): Promise<void> {
      const csv = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file }
      const { id } = await call(`?kind=dealers&brand=${BRANDS[0]}`, csv)
      await until(id, 'ready')
      await call(`/${id}/commit`, { method: 'POST' })
      await until(id, 'done')
      await sleep(AFTER_MS)
    },
  }
}

interface Import {
  id: number
  state: string
  reason: string | null
}
