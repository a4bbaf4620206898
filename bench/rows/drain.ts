import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../src/platform/db/db.ts'
import { ask, type Bench, environment } from '../bench.ts'
import { median } from '../compare.ts'
import { openMigrated } from '../databases.ts'
import { atLeast, type Line } from '../report.ts'
import { apply } from '../seed.ts'
import { seedWarranties } from '../seed-warranties.ts'
import { type Server, startBaseline, startTransom } from '../servers.ts'
import { BRANDS, callers } from '../world.ts'

/** This many, unless the benchmark is a smaller one. */
const COUNT = 10_000
/** As many as one process sends to three receivers. */
const CONCURRENCY = 16 * BRANDS.length
const BYTES = 1_100
/** The time of a fast CRM, in milliseconds. */
const DELAY_MS = 5

interface Round {
  rps: number
  /** Microseconds of the process for one delivery. */
  cpu: number
}

/** Sends the pending warranties of three brands to one CRM, beside a loop that posts as many bytes. */
export async function drain(bench: Bench): Promise<Line[]> {
  const count = Math.min(COUNT, bench.size)
  await using crm = await startBaseline('counting-crm', { delayMs: DELAY_MS })
  const url = `http://127.0.0.1:${crm.port}/`
  await using loop = await startBaseline('undici-loop', {
    url,
    bytes: BYTES,
    concurrency: CONCURRENCY,
    count,
  })
  const database = await bench.databases.create()
  const db = await openMigrated(database)
  try {
    const warranty_crm = { type: 'webhook', url, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }
    const { brands, ...rest } = callers()
    await apply(db, { ...rest, brands: brands.map((brand) => ({ ...brand, warranty_crm })) })
    await seedWarranties(database, db, count)
    const env = { ...environment(database), ALLOW_PRIVATE_WEBHOOKS: 'true' }
    await using server = await startTransom({ env, flags: bench.flags })
    const bare: Round[] = []
    const ours: Round[] = []
    for (let round = 0; round <= bench.rounds; round++) {
      bare.push(await measure(crm, loop, count, () => ask(loop, '/')))
      ours.push(await measure(crm, server, count, () => deliver(db, round)))
    }
    const [, ...bareRounds] = bare
    const [, ...ourRounds] = ours
    const ratio = median(ourRounds.map((one, index) => one.rps / bareRounds[index]!.rps))
    return [
      { subject: `undici, ${CONCURRENCY} in flight`, ...medians(bareRounds) },
      {
        subject: `${count.toLocaleString('en')} deliveries`,
        ...medians(ourRounds),
        check: atLeast(ratio, 0.5),
      },
    ]
  } finally {
    await db.close()
  }
}

async function measure(
  crm: Server,
  sender: Server,
  owed: number,
  send: () => Promise<unknown>,
): Promise<Round> {
  await ask(crm, '/seen')
  const before = sender.cpuMicros()
  await send()
  const cpu = (sender.cpuMicros() - before) / owed
  const { count, ms } = await ask<{ count: number; ms: number }>(crm, '/seen')
  if (count !== owed) throw new Error(`The CRM was sent ${count} messages, not ${owed}.`)
  return { rps: (owed / ms) * 1000, cpu }
}

/** Queues every warranty for the CRM and waits until it has them all. */
async function deliver(db: Db, round: number): Promise<void> {
  const now = Date.now() * 1000
  await db.exclusive(({ query }) =>
    query(`
      INSERT INTO deliveries (
        kind, event, brand_id, subject_id, lane, message_id, status, next_attempt_at, created_at)
      SELECT 'warranty_sync', 'warranty.registered', brand_id, id, 'warranty:' || id,
        'msg_${round}_' || id, 'pending', ${now}, ${now}
      FROM warranties`),
  )
  const pending = () =>
    db.read.selectFrom('deliveries').select('id').where('status', '=', 'pending').limit(1).execute()
  while ((await pending()).length > 0) await sleep(100)
}

function medians(rounds: readonly Round[]) {
  return { rps: median(rounds.map(({ rps }) => rps)), cpu: median(rounds.map(({ cpu }) => cpu)) }
}
