import { existsSync, linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { giveToFoldersOwner } from '../../platform/files.ts'
import { keyId, REFRESH_TTL_S } from '../access/index.ts'
import { type KeySettings, newSecret, PREVIOUS_FILE, readIfThere, SECRET_FILE } from './secrets.ts'

/** A signing secret, named without being told. */
export interface Key {
  id: string
  /** New tokens are signed with it; the others are accepted only. */
  signs: boolean
  /** The file or setting that holds it. */
  from: string
  /** Of the one that signs, where it is in a file: since when. ISO 8601. */
  since: string | null
  /** Of one before: until when there may be sessions that rest on it; null where that is not known. */
  needed_until: string | null
}

/** Whether the secrets come from the settings: then nobody but their owner can change them. */
export function areGiven(config: KeySettings): boolean {
  return config.TRANSOM_JWT_SECRET !== undefined || config.DATABASE_URL !== undefined
}

/** All secrets whose tokens count, the one that signs first. */
export function listKeys(config: KeySettings): Key[] {
  const keys: Key[] = []
  const add = (secret: string | undefined, key: Omit<Key, 'id' | 'signs'>) => {
    if (secret && !keys.some(({ id }) => id === keyId(secret))) {
      keys.push({ id: keyId(secret), signs: keys.length === 0, ...key })
    }
  }
  const unknown = { since: null, needed_until: null }
  if (areGiven(config)) add(config.TRANSOM_JWT_SECRET, { from: 'TRANSOM_JWT_SECRET', ...unknown })
  else {
    const [file, before] = pathsOf(config)
    const rotated = existsSync(file) ? statSync(file).mtimeMs : null
    add(readIfThere(file), { from: file, ...unknown, since: toIso(rotated) })
    add(readIfThere(before), { from: before, ...unknown, needed_until: toIso(endOf(rotated)) })
  }
  add(config.TRANSOM_JWT_SECRET_PREVIOUS, { from: 'TRANSOM_JWT_SECRET_PREVIOUS', ...unknown })
  return keys
}

/** A change to the secrets in DATA_DIR that may be made. */
export interface KeyChange {
  /** The id of the key that comes or goes. */
  id: string
  make(): void
}

/**
 * The change to a new signing secret in DATA_DIR that keeps the one before, whose tokens count on. Throws NOT_FOUND
 * where there is none yet, VALIDATION_ERROR where an earlier one is still kept.
 */
export function keyRotation(config: KeySettings): KeyChange {
  const [file, before] = pathsOf(config)
  const current = readIfThere(file)
  if (current === '') {
    throw new AppError(
      'NOT_FOUND',
      `There is no signing secret in ${config.DATA_DIR}: the first start makes one.`,
    )
  }
  // Equal to the current one, it was left behind by a rotation that was broken off.
  const kept = readIfThere(before)
  if (kept !== '' && kept !== current) {
    throw new AppError(
      'VALIDATION_ERROR',
      'The secret of the last rotation is still accepted. Drop it first: transom keys drop-previous',
    )
  }
  const secret = newSecret()
  return {
    id: keyId(secret),
    make() {
      if (kept === '') linkSync(file, before)
      const next = join(config.DATA_DIR, `.${SECRET_FILE}.${process.pid}`)
      writeFileSync(next, secret, { mode: 0o600, flush: true })
      giveToFoldersOwner(next)
      renameSync(next, file)
    },
  }
}

/**
 * The removal of the secret before the present one: no token that it signed counts any more. Throws NOT_FOUND where
 * there is none, and VALIDATION_ERROR while sessions may rest on it, unless `now`.
 */
export function previousKeyRemoval(config: KeySettings, nowMs: number, { now }: { now: boolean }): KeyChange {
  const [file, before] = pathsOf(config)
  if (!existsSync(before)) throw new AppError('NOT_FOUND', 'There is no previous signing secret.')
  const until = existsSync(file) ? endOf(statSync(file).mtimeMs)! : Number.POSITIVE_INFINITY
  if (!now && nowMs < until) {
    throw new AppError(
      'VALIDATION_ERROR',
      `Sessions may rest on it until ${toIso(until)}. --now drops it all the same: whoever has not logged in or refreshed since the rotation has to log in again.`,
    )
  }
  return { id: keyId(readIfThere(before)), make: () => rmSync(before) }
}

function pathsOf({ DATA_DIR }: KeySettings): [file: string, before: string] {
  return [join(DATA_DIR, SECRET_FILE), join(DATA_DIR, PREVIOUS_FILE)]
}

function endOf(rotatedMs: number | null): number | null {
  return rotatedMs === null ? null : rotatedMs + REFRESH_TTL_S * 1_000
}

function toIso(ms: number | null): string | null {
  return ms !== null && Number.isFinite(ms) ? new Date(ms).toISOString() : null
}
