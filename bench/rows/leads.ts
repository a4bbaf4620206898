import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestDatabase } from '../../test/support/databases.ts'
import { type Bench, environment } from '../bench.ts'
import { compare, median, type Subject } from '../compare.ts'
import { openMigrated } from '../databases.ts'
import { atLeast, type Line } from '../report.ts'
import { post } from '../requests.ts'
import { apply, seed } from '../seed.ts'
import { startBaseline, startTransom } from '../servers.ts'
import { API_TOKEN, BRANDS } from '../world.ts'

const IN_FLIGHT = 64
const CRM_MS = 5
const COMMITS = join(import.meta.dirname, '../baselines/lead-commits.ts')

/** A lead, on disk when answered, beside a bare route that checks token and body and stores nothing. */
export async function leads(bench: Bench): Promise<Line[]> {
  const database = await makeDatabase(bench)
  await using server = await startTransom({ env: environment(database), flags: bench.flags })
  await using baseline = await startBaseline('lead', { token: API_TOKEN })
  const submitting = makeSubmitting()
  const [bare, ours] = await compare(
    [
      { name: 'bare Fastify, stores nothing', server: baseline, ...submitting() },
      { name: 'lead, on disk when answered', server, ...submitting.counted() },
    ],
    bench,
  )
  await expectLeads(database, submitting.sent())
  const lines: Line[] = [{ ...bare! }, { ...ours!, check: atLeast(ours!.ratio, 0.5) }]
  if (bench.dialect === 'postgres') return lines
  const single = await commitRate(bench, await makeDatabase(bench))
  const perCommit = atLeast(ours!.rps / single, 2, 'of a commit each')
  return [...lines, { subject: 'the same insert, a commit each', rps: single, check: perCommit }]
}

/** A lead with a webhook that takes 5 ms, beside a bare route that checks token and body and forwards. */
export async function forwards(bench: Bench): Promise<Line[]> {
  await using crm = await startBaseline('crm', { delayMs: CRM_MS })
  const forwardTo = `http://127.0.0.1:${crm.port}/leads`
  const database = await makeDatabase(bench, { lead_webhook: { url: forwardTo } })
  const env = { ...environment(database), ALLOW_PRIVATE_WEBHOOKS: 'true' }
  await using server = await startTransom({ env, flags: bench.flags })
  await using baseline = await startBaseline('lead', { token: API_TOKEN, forwardTo })
  const submitting = makeSubmitting()
  const [bare, ours] = await compare(
    [
      { name: 'bare Fastify and undici, stores nothing', server: baseline, ...submitting() },
      { name: `lead, on disk, and its webhook of ${CRM_MS} ms`, server, ...submitting.counted() },
    ],
    bench,
  )
  await expectLeads(database, submitting.sent())
  return [{ ...bare! }, { ...ours!, check: atLeast(ours!.ratio, 0.8) }]
}

async function makeDatabase(bench: Bench, brand: object = {}): Promise<TestDatabase> {
  const database = await bench.databases.create()
  await seed(database, (db) => apply(db, { brands: [{ slug: BRANDS[0], ...brand }] }))
  return database
}

/** Submits leads of different people and counts them. */
function makeSubmitting() {
  let sent = 0
  let person = 10_000_000
  const [head, tail] = post('/lead-submission', { 'x-api-token': API_TOKEN }, BODY).split('SOMEBODY') as [
    string,
    string,
  ]
  const requests = (): Pick<Subject, 'connections' | 'next' | 'status'> => ({
    connections: IN_FLIGHT,
    status: 200,
    next: () => head + ++person + tail,
  })
  const counted = () => ({
    ...requests(),
    next: () => {
      sent++
      return head + ++person + tail
    },
  })
  return Object.assign(requests, { counted, sent: () => sent })
}

/** The placeholder is as long as the number that replaces it. */
const BODY = JSON.stringify({
  brand: BRANDS[0],
  contact_category: 'request_quote',
  contact: {
    contact_email: 'SOMEBODY@example.com',
    contact_first_name: 'Ada',
    contact_last_name: 'Rivers',
    contact_phone: '+1 512 555 0100',
    contact_zip_code: '78701',
    contact_country_code: 'US',
    contact_email_optin: true,
  },
  product: { product_name: 'Tidewater 24', product_year: '2026' },
  custom_fields: { utm_source: 'fair', comments: 'Please call in the afternoon' },
})

async function expectLeads(database: TestDatabase, sent: number): Promise<void> {
  const db = await openMigrated(database)
  try {
    const { count } = await db.read
      .selectFrom('leads')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) !== sent) throw new Error(`${sent} leads were acknowledged, ${count} are there.`)
  } finally {
    await db.close()
  }
}

async function commitRate({ rounds, seconds }: Bench, { env }: TestDatabase): Promise<number> {
  const settings = JSON.stringify({ file: join(env.DATA_DIR!, 'transom.db'), body: BODY, seconds })
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMITS, settings])
    rates.push(Number(stdout))
  }
  return median(rates)
}
