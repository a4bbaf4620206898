import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'

const FILE = 'jwt-secret'

/** The files in DATA_DIR that hold secrets. */
export const SECRET_FILES = [FILE] as const

/**
 * The secrets that sign access and refresh tokens, the current one first. With PostgreSQL they must be given,
 * as all processes need the same; embedded, one is made at the first start and kept in DATA_DIR.
 */
export function jwtSecrets(config: Config): [string, ...string[]] {
  const previous = config.TRANSOM_JWT_SECRET_PREVIOUS ? [config.TRANSOM_JWT_SECRET_PREVIOUS] : []
  if (config.TRANSOM_JWT_SECRET) return [config.TRANSOM_JWT_SECRET, ...previous]
  requireGivenSecret(config)
  return [keptSecret(config.DATA_DIR), ...previous]
}

/** Throws ConfigError where none is given and none can be made. */
export function requireGivenSecret(config: Config): void {
  if (config.TRANSOM_JWT_SECRET || !config.DATABASE_URL) return
  throw new ConfigError([
    'TRANSOM_JWT_SECRET must be set beside DATABASE_URL: every process signs with the same secret',
  ])
}

function keptSecret(folder: string): string {
  const file = join(folder, FILE)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Two processes may start at once: whoever links first has made the secret, whole.
  const own = join(folder, `.${FILE}.${process.pid}`)
  writeFileSync(own, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
  return readFileSync(file, 'utf8').trim()
}
