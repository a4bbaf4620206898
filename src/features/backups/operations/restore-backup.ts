import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { toIsoMicros } from '../../../platform/clock.ts'
import { missingMigrations } from '../../../platform/db/migrate.ts'
import { DATABASE_FILE } from '../../../platform/db/open.ts'
import { AppError } from '../../../platform/errors.ts'
import { fsyncFile, fsyncFolderOf, giveToFoldersOwner, unreadable } from '../../../platform/files.ts'
import type { BackupContext, BackupNote } from '../context.ts'
import { removeLeftovers, removeTemporary, temporaryName } from '../leftovers.ts'
import { breakSeal, damaged } from '../seal.ts'
import { readCopy, removeNote, replaceDatabase } from '../sqlite-copy.ts'

export interface Restored {
  file: string
  /** When the backup was made. */
  made_at: string
  /** The path of the old database, or of what is left of it. */
  previous: string | null
  /** The migrations that the next start applies. */
  to_migrate: string[]
  has_secret: boolean
  counts: Record<string, number>
}

/**
 * Replaces the embedded database with a backup, atomically, and the secrets with those in the backup. The old files are
 * kept under other names. Removes temporary files of killed restores.
 * @throws AppError, before any change, if the database is in use, or if the file is not a backup, damaged, or newer
 * than this program
 */
export function restoreBackup(ctx: BackupContext, path: string): Restored {
  const file = resolve(path)
  const database = join(ctx.folder, DATABASE_FILE)
  if (!existsSync(file)) throw new AppError('VALIDATION_ERROR', `There is no file ${file}.`)
  mkdirSync(ctx.folder, { recursive: true, mode: 0o700 })
  removeLeftovers(database, 'restoring')
  for (const name of ctx.secretFiles) removeLeftovers(join(ctx.folder, name), 'restoring')
  const copy = temporaryName(database, 'restoring')
  const moment = toIsoMicros(ctx.clock.now()).replace(/[-:]|\.\d+/g, '')
  const aside = (name: string) => `${join(ctx.folder, name)}.before-${moment}`
  try {
    copyBackup(file, copy)
    const sealed = breakSeal(copy)
    const { note: text, migrations, counts } = readCopy(copy)
    const note = readNote(text, sealed)
    const to_migrate = notNewer(() => missingMigrations('sqlite', migrations))
    removeNote(copy)
    giveToFoldersOwner(copy)
    fsyncFile(copy)
    const previous = replaceDatabase(database, copy, aside(DATABASE_FILE))
    const has_secret = ctx.secretFiles.some((name) => name in note.secrets)
    if (has_secret) {
      for (const name of ctx.secretFiles) putSecret(join(ctx.folder, name), note.secrets[name], aside(name))
    }
    return {
      file,
      made_at: note.made_at,
      previous,
      to_migrate,
      has_secret,
      counts,
    }
  } finally {
    removeTemporary(copy)
  }
}

/** The copy is checked and used; the backup stays unchanged. */
function copyBackup(file: string, copy: string): void {
  try {
    copyFileSync(file, copy)
    chmodSync(copy, 0o600)
  } catch (cause) {
    throw unreadable(file, cause)
  }
}

function readNote(text: string, sealed: boolean): BackupNote {
  const note = JSON.parse(text) as BackupNote
  if (note.format === 2 && !sealed) throw damaged('the end is missing')
  if (note.format <= 2) return note
  throw new AppError(
    'VALIDATION_ERROR',
    'A newer version of Transom wrote this backup. Restore it with that version.',
  )
}

function notNewer<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new AppError('VALIDATION_ERROR', `The backup cannot be restored: ${reason}`, { cause })
  }
}

/** Writes a secret file, or moves it aside if the backup has none. */
function putSecret(file: string, content: string | undefined, aside: string): void {
  if (content === undefined) {
    if (!existsSync(file)) return
    renameSync(file, aside)
    fsyncFolderOf(file)
    return
  }
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8') === content) return
    copyFileSync(file, aside)
  }
  const fresh = temporaryName(file, 'restoring')
  writeFileSync(fresh, content, { mode: 0o600, flush: true })
  giveToFoldersOwner(fresh)
  renameSync(fresh, file)
  fsyncFolderOf(file)
}
