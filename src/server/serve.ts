import type { AddressInfo } from 'node:net'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { explainDatabaseError } from '../platform/db/explain.ts'
import { AppError } from '../platform/errors.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import { VERSION } from '../version.ts'
import { addressOf } from './address.ts'
import { compose, type Service } from './compose.ts'
import { whenParentEnds } from './parent-watchdog.ts'
import { trimMemoryAfterStart } from './trim-memory.ts'

/** SQLite can't open, read or write the file, or it is not a database. */
const UNUSABLE_FILE = /^SQLITE_(CANTOPEN|PERM|READONLY|IOERR|FULL|NOTADB|CORRUPT)/
/** The disk is full: SQLite shares memory through a small file. */
const NO_ROOM = /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/

/**
 * Runs until a signal ends the process. `serve` answers requests and sends pending deliveries; `work` only sends
 * deliveries. Wrong settings end it immediately, with every issue on standard error.
 */
export async function runServer(mode: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (mode !== 'serve' && mode !== 'work') throw new Error(`Start with serve or work, not ${mode}.`)
  try {
    await run(mode, env, env.npm_lifecycle_event === 'start')
  } catch (error) {
    console.error(reasonFor(error, env))
    process.exit(1)
  }
}

/** Returns one line if the operator can fix the error, else all its details. */
function reasonFor(error: unknown, env: NodeJS.ProcessEnv): unknown {
  if (error instanceof ConfigError || error instanceof AppError) return error.message
  if (!(error instanceof Error)) return error
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const { HOST, PORT } = readConfig(env)
    const reason: Record<string, string> = {
      EADDRINUSE: 'Another program uses this port. Stop it, or set another PORT.',
      EACCES: 'This user may not use the port. Set PORT to 1024 or higher.',
      EADDRNOTAVAIL: 'HOST is not an address of this machine.',
      ENOTFOUND: 'HOST is not a known name.',
    }
    return `The server cannot listen on HOST ${HOST}, PORT ${PORT}. ${reason[String(code)] ?? `${error.message}.`}`
  }
  const { DATA_DIR, DATABASE_URL } = readConfig(env)
  if (NO_ROOM.test(String(code))) {
    return `DATA_DIR cannot be used: ${error.message}. The disk is full: a start needs a little room.`
  }
  if (path?.startsWith(DATA_DIR) || UNUSABLE_FILE.test(String(code))) {
    return `DATA_DIR cannot be used: ${error.message}.`
  }
  const explained = DATABASE_URL ? explainDatabaseError(error) : undefined
  if (explained) return `DATABASE_URL cannot be used: ${explained.cause} ${explained.remedy}`
  const isOfUrl = 'severity' in error || /SSL|TLS|SASL|certificate/i.test(error.message) || path !== undefined
  return DATABASE_URL && isOfUrl ? `DATABASE_URL cannot be used: ${error.message}.` : error
}

async function run(mode: 'serve' | 'work', env: NodeJS.ProcessEnv, startedByNpm: boolean): Promise<void> {
  const config = readConfig(env)
  const log = createLogger({ level: config.LOG_LEVEL })
  const service = await compose(config, log)

  let stopping = false
  const stop = async () => {
    // A second signal means that the operator doesn't want to wait.
    if (stopping) process.exit(1)
    stopping = true
    log.info('stopping')
    try {
      await service.stop()
      log.info('stopped')
      process.exit(0)
    } catch (err) {
      log.fatal({ err }, 'the shutdown failed')
      process.exit(1)
    }
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The terminal has closed. The system and the shell may both send this signal, so a second one isn't impatience.
  process.on('SIGHUP', () => stopping || stop())
  if (startedByNpm) whenParentEnds(() => stopping || stop())

  if (await start(mode, service, config, log)) trimMemoryAfterStart()
}

/** Listens, opens the database and starts the work. Returns false if the service was stopped before. */
export async function start(
  mode: 'serve' | 'work',
  service: Service,
  { HOST, PORT, PUBLIC_URL }: Config,
  log: Logger,
): Promise<boolean> {
  if (mode === 'serve') {
    await service.app.listen({ host: HOST, port: PORT })
    const { address, port } = service.app.server.address() as AddressInfo
    log.info(
      { version: VERSION },
      `Transom listens on http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    )
  }
  if (!(await service.open())) return false
  service.startWork()
  if (mode === 'serve') {
    const { port } = service.app.server.address() as AddressInfo
    service.offerSetUp(PUBLIC_URL ?? addressOf({ HOST, PORT: port }))
  }
  log.info('ready')
  if (mode === 'serve') void service.prepareConsole()
  return true
}
