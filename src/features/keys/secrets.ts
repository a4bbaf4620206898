import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'

/** The files in DATA_DIR with the current and the previous signing secret. */
export const SECRET_FILE = 'jwt-secret'
export const PREVIOUS_FILE = 'jwt-secret.previous'

/** The files in DATA_DIR that contain secrets. */
export const SECRET_FILES = [SECRET_FILE, PREVIOUS_FILE] as const

/** As long as the HMAC's output (RFC 7518 section 3.2), the same for settings and files. */
const MIN_BYTES = 32

/** The settings that contain secrets, or the folder with their files. */
export interface KeySettings {
  DATA_DIR: string
  DATABASE_URL?: string | undefined
  TRANSOM_JWT_SECRET?: string | undefined
  TRANSOM_JWT_SECRET_PREVIOUS?: string | undefined
}

type Secrets = [string, ...string[]]

/**
 * Returns the secrets that sign access and refresh tokens, the current one first. With PostgreSQL they are settings, as
 * all processes need the same. An embedded server creates one at its first start and stores it in DATA_DIR.
 */
export function jwtSecrets(config: KeySettings): Secrets {
  if (config.TRANSOM_JWT_SECRET)
    return withOlder(config.TRANSOM_JWT_SECRET, [config.TRANSOM_JWT_SECRET_PREVIOUS])
  const current = storedSecret(config.DATA_DIR)
  const before = readSecret(join(config.DATA_DIR, PREVIOUS_FILE))
  return withOlder(current, [before, config.TRANSOM_JWT_SECRET_PREVIOUS])
}

/**
 * Returns a function that checks whether the secrets in DATA_DIR are still the known ones (`transom keys` may have
 * changed them), and reports others to `onChange`. Files that cannot be used change nothing.
 */
export function followSecrets(
  config: KeySettings,
  known: Secrets,
  onChange: (secrets: Secrets) => void,
): () => Promise<void> {
  if (config.TRANSOM_JWT_SECRET) return async () => undefined
  const look = async (file: string) =>
    (await readFile(join(config.DATA_DIR, file), 'utf8').catch(emptyIfMissing)).trim()
  return async () => {
    const [current, before] = [await look(SECRET_FILE), await look(PREVIOUS_FILE)]
    const secrets = withOlder(current, [before, config.TRANSOM_JWT_SECRET_PREVIOUS])
    if (isTooShort(current) || (before !== '' && isTooShort(before)) || secrets.join(' ') === known.join(' '))
      return
    known = secrets
    onChange(secrets)
  }
}

function storedSecret(folder: string): string {
  const file = join(folder, SECRET_FILE)
  const stored = readSecret(file)
  if (stored !== '') return stored
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Two processes may start at the same time: the first one to link decides the secret.
  const own = join(folder, `.${SECRET_FILE}.${process.pid}`)
  try {
    writeFileSync(own, newSecret(), { mode: 0o600, flush: true })
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
  const secret = readSecret(file)
  if (secret !== '') return secret
  throw new AppError('UNAVAILABLE', `${file} is empty. ${REMEDY}`)
}

const REMEDY =
  'Restore it from a backup, or remove it: the next start creates another, and everybody has to log in again.'

/** Returns the secret in a file; empty if there is none. @throws AppError for one that is easy to guess */
function readSecret(file: string): string {
  const secret = readIfExists(file)
  if (secret === '' || !isTooShort(secret)) return secret
  throw new AppError('UNAVAILABLE', `${file} must contain ${MIN_BYTES} bytes (256 bits) or more. ${REMEDY}`)
}

function isTooShort(secret: string): boolean {
  return Buffer.byteLength(secret) < MIN_BYTES
}

/** Returns a random signing secret of 384 bits. */
export function newSecret(): string {
  return randomBytes(48).toString('base64url')
}

function withOlder(current: string, older: readonly (string | undefined)[]): Secrets {
  return [
    current,
    ...older.filter((secret) => secret !== undefined && secret !== '' && secret !== current),
  ] as Secrets
}

/** Returns the text of a file, trimmed; empty if there is none. */
export function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    return emptyIfMissing(error)
  }
}

function emptyIfMissing(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
  throw error
}
