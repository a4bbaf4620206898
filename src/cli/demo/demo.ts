import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AppError } from '../../platform/errors.ts'
import { whenParentEnds } from '../../server/parent-watchdog.ts'
import { age } from './age.ts'
import { startPretendCrm } from './crm.ts'
import { workAtDesk } from './desk.ts'
import { fill } from './fill.ts'
import { guide } from './guide.ts'
import { startWebsite } from './website.ts'
import { makePostalFile, makeWorld } from './world.ts'

const COMMAND = join(import.meta.dirname, '../../../bin/transom.js')
const START_BUDGET_MS = 20_000

interface DemoOptions {
  host: string
  port: number
  /** The server's base URL for clients on this machine. */
  url: string
  /** The minimal environment that the server and the commands run with. */
  env: NodeJS.ProcessEnv
  print(text: string): void
}

/**
 * Runs a server on a scratch folder, fills it with commands and HTTP requests, and prints what to try. Resolves when a
 * signal, or the end of the npm that started it, has stopped it and removed the folder.
 */
export async function runDemo({ host, port, url, env, print }: DemoOptions): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal))
  const npmEnded = new Promise<void>((resolve) => {
    if (env.npm_lifecycle_event === 'demo') whenParentEnds(resolve)
  })
  const ended = Promise.race([...signals, npmEnded])
  await refuseTakenPort(host, port)
  const folder = mkdtempSync(join(tmpdir(), 'transom-demo-'))
  const crm = await startPretendCrm()
  const website = await startWebsite(url)
  const settings = {
    ...inherited(env),
    HOST: host,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    ALLOW_PRIVATE_WEBHOOKS: 'true',
  }
  const server = spawn(process.execPath, [COMMAND, 'serve'], { env: settings, stdio: 'inherit' })
  const exited = once(server, 'exit')
  const failed = exited.then(() => {
    throw new Error('The server of the demo has stopped.')
  })

  const transom = (words: string[]) =>
    promisify(execFile)(process.execPath, [COMMAND, ...words], { env: settings })

  function file(content: string): string {
    const path = join(folder, 'file')
    writeFileSync(path, content)
    return path
  }

  async function setUp(): Promise<void> {
    await becomeReady(url, server)
    for (const country of ['DE', 'AU'] as const) {
      await transom(['postal-codes', 'import', file(makePostalFile(country)), '--country', country])
    }
    await transom(['apply', file(JSON.stringify(makeWorld(crm.url)))])
    await fill(url)
    await workAtDesk(url)
    await age(settings.DATA_DIR)
    print(guide({ url, crm: crm.url, website: website.url }))
  }

  try {
    await Promise.race([setUp(), ended, failed])
    await Promise.race([ended, failed])
  } finally {
    server.kill()
    await exited
    crm.close()
    website.close()
    rmSync(folder, { recursive: true })
  }
}

/**
 * Returns the variables that the demo inherits. Those of a real service could send mail or traces about made-up
 * dealers.
 */
function inherited({ PATH, HOME, TMPDIR, SystemRoot, LOG_LEVEL = 'error' }: NodeJS.ProcessEnv) {
  return { PATH, HOME, TMPDIR, SystemRoot, LOG_LEVEL }
}

/** Checks immediately, instead of after a server failed to start. */
async function refuseTakenPort(host: string, port: number): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(port, host), 'listening')
  } catch (error) {
    const reason = (error as Error).message
    throw new AppError('UNAVAILABLE', `${reason}. Choose another port: PORT=9090 npm run demo`)
  } finally {
    probe.close()
  }
}

async function becomeReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_BUDGET_MS
  while (Date.now() < deadline) {
    // Else a demo that is stopped while it starts would end only after the deadline.
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('The server has stopped.')
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(20)
  }
  throw new Error(`The server of the demo was not ready within ${START_BUDGET_MS / 1000} s.`)
}
