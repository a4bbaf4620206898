/**
 * Gives a running server one database error after the other, and prints what callers, the log, `doctor` and the next
 * start say about each: `npm run chaos:errors [-- word of an error]`. A table in Markdown.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Integrator } from '../support/integrator.ts'
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { endStaleServer } from '../support/postgres-process.ts'
import { startProxy, type TcpProxy } from '../support/proxy.ts'
import { TestServer } from '../support/server.ts'
import { startProcess } from '../support/server-process.ts'
import { makeTempFolder, removeFolder, removeStaleFolders } from '../support/temp-folders.ts'
import { Cluster, makeTemplate, query } from './failover/cluster.ts'
import { asTransom, describeDatabase } from './failover/fail-over.ts'

const SETTLE_MS = 3_000
/** A server that neither becomes ready nor says that it waits is given this long. */
const START_MS = 20_000
const MOST_LINES = 4

interface Stage {
  cluster: Cluster
  proxy: TcpProxy
  /** The URLs of poolers in front of the primary; none where PgBouncer is not installed. */
  poolers: { session: string; transaction: string } | undefined
}

interface ErrorCase {
  name: string
  /** Statements on the primary that bring the error about, and those that end it. */
  sql?: string[]
  undo?: string[]
  /** Leads the server's connections to the standby. */
  standby?: boolean
  /** The URL of a server that starts with the error, where it is another. */
  url?: (url: string, stage: Stage) => string | undefined
}

const CASES: ErrorCase[] = [
  {
    name: 'Changed password (28P01)',
    sql: ["ALTER ROLE transom PASSWORD 'another'"],
    undo: ["ALTER ROLE transom PASSWORD '$password'"],
  },
  { name: 'Locked role (28000)', sql: ['ALTER ROLE transom NOLOGIN'], undo: ['ALTER ROLE transom LOGIN'] },
  {
    name: 'lock_timeout (55P03)',
    sql: ["ALTER ROLE transom SET lock_timeout = '100ms'", 'LOCK TABLE warranties IN ACCESS EXCLUSIVE MODE'],
    undo: ['ALTER ROLE transom RESET lock_timeout'],
  },
  {
    name: 'Too many connections (53300)',
    sql: ['ALTER ROLE transom CONNECTION LIMIT 0'],
    undo: ['ALTER ROLE transom CONNECTION LIMIT -1'],
  },
  {
    name: 'Missing right on a table (42501)',
    sql: ['REVOKE INSERT, UPDATE ON warranties FROM transom'],
    undo: ['GRANT INSERT, UPDATE ON warranties TO transom'],
  },
  {
    name: 'No right to create tables (42501)',
    sql: ['CREATE DATABASE empty', 'GRANT CONNECT ON DATABASE empty TO transom'],
    undo: ['DROP DATABASE empty WITH (FORCE)'],
    url: (url) => url.replace(/\/transom$/, '/empty'),
  },
  { name: 'Standby (25006)', standby: true },
  {
    name: 'Missing CA file',
    url: (url) => `${url}?sslmode=verify-full&sslrootcert=/etc/missing-ca.pem`,
  },
  { name: 'Server without TLS', url: (url) => `${url}?sslmode=verify-full` },
  { name: 'Database that does not exist (3D000)', url: (url) => url.replace(/\/transom$/, '/transon') },
  { name: 'PgBouncer, session mode', url: (_, { poolers }) => poolers?.session },
  { name: 'PgBouncer, transaction mode', url: (_, { poolers }) => poolers?.transaction },
]

const words = process.argv.slice(2)
const chosen = CASES.filter(({ name }) => words.every((word) => name.includes(word)))
await removeStaleFolders('errors', async (folder) => {
  for (const role of ['primary', 'standby']) await endStaleServer(join(folder, `errors-${role}`))
})
const folder = makeTempFolder('errors')
try {
  await using stack = new AsyncDisposableStack()
  const template = makeTemplate(folder)
  const cluster = stack.use(await Cluster.start(template, 'errors', 'async'))
  const proxy = stack.use(await startProxy(cluster.urls.primary))
  const startPooler = async (pool_mode: string) => {
    const pooler = startPgBouncer(asTransom(cluster.urls.primary), join(folder, pool_mode), { pool_mode })
    return stack.use(await pooler).url
  }
  const poolers = hasPgBouncer
    ? { session: await startPooler('session'), transaction: await startPooler('transaction') }
    : undefined
  const stage = { cluster, proxy, poolers }
  const url = asTransom(proxy.through(cluster.urls.primary))
  const server = stack.use(
    new TestServer(describeDatabase(join(folder, 'data'), url), { env: { LOG_LEVEL: 'info' } }),
  )
  await server.start()
  const ada = await setUp(server)
  console.log('| Error | Answers | Log | `doctor` | A start |\n| --- | --- | --- | --- | --- |')
  for (const one of chosen) {
    const cells = await tryOut(one, server, ada, stage)
    console.log(`| ${[one.name, ...cells].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  }
} finally {
  removeFolder(folder)
}
process.exit()

/** Returns the cells of its row: answers, log, doctor, start. */
async function tryOut(
  { sql = [], undo = [], standby = false, url }: ErrorCase,
  server: TestServer,
  ada: Integrator,
  stage: Stage,
): Promise<string[]> {
  const { cluster, proxy } = stage
  const { primary } = cluster.urls
  const { password } = new URL(primary)
  const own = server.env.DATABASE_URL!
  const other = url ? url(own, stage) : own
  if (other === undefined) return ['PgBouncer is not installed', '', '', '']
  // The lock of a transaction lasts as long as its connection.
  const lock = sql.find((statement) => statement.startsWith('LOCK'))
  for (const statement of sql) if (statement !== lock) await query(primary, statement)
  const locked = lock
    ? query(primary, `BEGIN; ${lock}; SELECT pg_sleep(120); COMMIT`).catch(() => undefined)
    : undefined
  if (standby) proxy.leadTo(cluster.urls.standby)
  proxy.breakConnections()
  try {
    await sleep(500)
    const written = server.output.length
    const running = url ? ['', ''] : [await askAll(server, ada), await logSince(server, written)]
    const env = { ...server.env, DATABASE_URL: other }
    return [...running, await askDoctor(server, env), await tryStart(env)]
  } finally {
    await query(
      primary,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'BEGIN; LOCK%' AND pid <> pg_backend_pid()",
    )
    await locked
    for (const statement of undo) await query(primary, statement.replace('$password', password))
    proxy.leadTo(primary)
    proxy.breakConnections()
    while (!(await server.isReady())) await sleep(100)
  }
}

async function askAll(server: TestServer, ada: Integrator): Promise<string> {
  const answers = {
    create: await ada.register(),
    list: await ada.call('GET', '/warranty'),
    lead: await ada.submitLead(),
    '/readyz': await server.send('GET', '/readyz'),
  }
  const lines = Object.entries(answers).map(([name, { status, headers }]) => {
    const wait = headers['retry-after'] ? ` (Retry-After ${headers['retry-after']})` : ''
    return `${name} ${status}${wait}`
  })
  return lines.join('<br>')
}

async function logSince(server: TestServer, from: number): Promise<string> {
  await sleep(SETTLE_MS)
  return describeLog(server.output.slice(from))
}

async function askDoctor(server: TestServer, env: Record<string, string>): Promise<string> {
  const other = new TestServer(
    { ...server.database, env: { ...server.database.env } },
    { env, beside: server },
  )
  const { stdout, stderr } = await other.command('doctor', '--json')
  try {
    const { findings } = JSON.parse(stdout) as {
      findings: { check: string; level: string; message: string; advice?: string }[]
    }
    const lines = findings
      .filter(({ check, level }) => level !== 'ok' && !['machine', 'data folder', 'settings'].includes(check))
      .map(({ check, level, message, advice }) => `${check}: ${level}: ${message} ${advice ?? ''}`.trim())
    return lines.slice(0, MOST_LINES).join('<br>') || 'no complaint'
  } catch {
    return `${stdout}${stderr}`.trim().replaceAll('\n', '<br>')
  }
}

/** The output of a server that starts with the error. */
async function tryStart(env: Record<string, string>): Promise<string> {
  let output = ''
  const deadline = Date.now() + START_MS
  try {
    const started = await startProcess('serve', { ...env, PORT: '0' }, (written) => {
      output = written
      return /"msg":"(ready|waiting for the database)"/.test(written) || Date.now() > deadline
    })
    const isReady = started.output().includes('"msg":"ready"')
    started.signal('SIGKILL')
    await started.exited
    return [isReady ? 'ready' : 'waits', describeLog(started.output())].filter(Boolean).join('<br>')
  } catch (error) {
    return `ends: ${describeLog(output) || (error instanceof Error ? error.message.split('\n').slice(1).join(' ') : '')}`
  }
}

/** Warnings and errors of a log, and lines that are none of the log, each once. */
function describeLog(output: string): string {
  const lines = output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      try {
        const { level, msg, err, ...rest } = JSON.parse(line) as {
          level: number | string
          msg: string
          err?: { code?: string; message?: string }
          cause?: string
          remedy?: string
        }
        if (typeof level === 'number' ? level < 40 : !['warn', 'error', 'fatal'].includes(level)) return []
        const reason = err ? `: ${[err.code, err.message].filter(Boolean).join(' ')}` : ''
        const advice = rest.remedy ? ` (${rest.cause} ${rest.remedy})` : ''
        return [`${level} ${msg}${reason}${advice}`]
      } catch {
        return [line.trim()]
      }
    })
  return [...new Set(lines)].slice(0, MOST_LINES).join('<br>')
}

async function setUp(server: TestServer): Promise<Integrator> {
  const credentials = { email: 'ada@example.com', password: 'correct horse battery staple' }
  const applied = await server.apply({
    brands: [{ slug: 'harbor-craft', name: 'Harbor Craft' }],
    api_users: [{ ...credentials, brands: ['harbor-craft'], permissions: ['warranty:*'] }],
    api_tokens: [{ name: 'website', brands: ['harbor-craft'], scopes: ['lead-submission'] }],
  })
  const ada = new Integrator(server, applied.brands[0]!, credentials, applied.api_tokens[0]!.token!)
  await ada.logIn()
  return ada
}
