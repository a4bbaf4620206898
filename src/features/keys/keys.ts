import { existsSync, linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { giveToFoldersOwner } from '../../platform/files.ts'
import { keyId, REFRESH_TTL_S } from '../access/index.ts'
import { type KeySettings, newSecret, PREVIOUS_FILE, readIfExists, SECRET_FILE } from './secrets.ts'

/** A signing secret by its id, without its text. */
export interface Key {
  id: string
  /** New tokens are signed with it. The others are only accepted. */
  signs: boolean
  /** The file or setting that contains it. */
  from: string
  /** Since when it signs, if it is in a file. ISO 8601. */
  since: string | null
  /** Until when sessions may need a previous one; null if unknown. */
  needed_until: string | null
}

/** Returns whether the secrets come from the settings, which no command can change. */
export function areSettings(config: KeySettings): boolean {
  return config.TRANSOM_JWT_SECRET !== undefined || config.DATABASE_URL !== undefined
}

/** Returns all secrets whose tokens are valid, the one that signs first. */
export function readKeys(config: KeySettings): Key[] {
  const keys: Key[] = []
  const add = (secret: string | undefined, key: Omit<Key, 'id' | 'signs'>) => {
    if (secret && !keys.some(({ id }) => id === keyId(secret))) {
      keys.push({ id: keyId(secret), signs: keys.length === 0, ...key })
    }
  }
  const unknown = { since: null, needed_until: null }
  if (areSettings(config)) add(config.TRANSOM_JWT_SECRET, { from: 'TRANSOM_JWT_SECRET', ...unknown })
  else {
    const [file, before] = pathsOf(config)
    const rotated = existsSync(file) ? statSync(file).mtimeMs : null
    add(readIfExists(file), { from: file, ...unknown, since: toIso(rotated) })
    add(readIfExists(before), { from: before, ...unknown, needed_until: toIso(endOf(rotated)) })
  }
  add(config.TRANSOM_JWT_SECRET_PREVIOUS, { from: 'TRANSOM_JWT_SECRET_PREVIOUS', ...unknown })
  return keys
}

/** A permitted change to the secrets in DATA_DIR. */
export interface KeyChange {
  /** The id of the key that is added or removed. */
  id: string
  make(): void
}

/**
 * Returns the change to a new signing secret in DATA_DIR. The present secret's tokens stay valid.
 * @throws NotFound (NOT_FOUND) if there is none yet
 * @throws Conflict (CONFLICT) if a previous one is still accepted
 */
export function keyRotation(config: KeySettings): KeyChange {
  const [file, before] = pathsOf(config)
  const current = readIfExists(file)
  if (current === '') {
    throw new NotFound(
      'NOT_FOUND',
      `There is no signing secret in ${config.DATA_DIR}: the first start creates one.`,
    )
  }
  // An interrupted rotation leaves a copy of the current one.
  const kept = readIfExists(before)
  if (kept !== '' && kept !== current) {
    throw new Conflict('CONFLICT', 'The secret before the last rotation is still accepted.')
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
 * Returns the removal of the previous secret: tokens that it signed end.
 * @throws NotFound (NOT_FOUND) if there is none
 * @throws Conflict (CONFLICT) while sessions may need it, unless `now`
 */
export function previousKeyRemoval(config: KeySettings, nowMs: number, { now }: { now: boolean }): KeyChange {
  const [file, before] = pathsOf(config)
  if (!existsSync(before)) throw new NotFound('NOT_FOUND', 'There is no previous signing secret.')
  const until = existsSync(file) ? endOf(statSync(file).mtimeMs)! : Number.POSITIVE_INFINITY
  if (!now && nowMs < until) {
    throw new Conflict('CONFLICT', `Sessions may need the previous secret until ${toIso(until)}.`)
  }
  return { id: keyId(readIfExists(before)), make: () => rmSync(before) }
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
