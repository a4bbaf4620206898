import { existsSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { toIsoMicros } from '../../../platform/clock.ts'
import { DATABASE_FILE, hasDatabase } from '../../../platform/db/open.ts'
import { AppError } from '../../../platform/errors.ts'
import { fsyncFile, fsyncFolderOf, reasonOf } from '../../../platform/files.ts'
import type { BackupContext, BackupNote } from '../context.ts'
import { removeLeftovers, removeTemporary, temporaryName } from '../leftovers.ts'
import { seal } from '../seal.ts'
import { readCopy, writeCopy } from '../sqlite-copy.ts'

export interface Backup {
  file: string
  bytes: number
  made_at: string
  /** The newest migration of the database. */
  schema: string
  has_secret: boolean
  counts: Record<string, number>
}

/**
 * Writes an embedded database as it is now, and its generated signing secrets, to one file of mode 600. The file gets
 * its name when it is complete, checked and synced.
 * @throws AppError if there is no database, or the file exists and `replace` is not set
 */
export function backUp(ctx: BackupContext, path: string, { replace }: { replace: boolean }): Backup {
  const database = join(ctx.folder, DATABASE_FILE)
  if (!hasDatabase(ctx.folder)) {
    throw new AppError(
      'VALIDATION_ERROR',
      `There is no database in ${ctx.folder}. Set DATA_DIR to its folder.`,
    )
  }
  const file = resolve(path)
  refuseOwnFiles(ctx, file)
  refuseExisting(file, replace)
  const partial = temporaryName(file, 'partial')
  try {
    removeLeftovers(file, 'partial')
    const note: BackupNote = {
      format: 2,
      made_at: toIsoMicros(ctx.clock.now()),
      secrets: readSecrets(ctx),
    }
    writeCopy(database, partial, JSON.stringify(note))
    const { migrations, counts } = readCopy(partial)
    seal(partial)
    fsyncFile(partial)
    refuseExisting(file, replace)
    renameSync(partial, file)
    fsyncFolderOf(file)
    return {
      file,
      bytes: statSync(file).size,
      made_at: note.made_at,
      schema:
        migrations
          .map(({ name }) => name)
          .sort()
          .at(-1) ?? 'none',
      has_secret: Object.keys(note.secrets).length > 0,
      counts,
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const message = `No backup was made: ${database} could not be copied to ${file}: ${reasonOf(cause)}`
    throw new AppError('UNAVAILABLE', message, { cause })
  } finally {
    removeTemporary(partial)
  }
}

/** Prevents a backup from replacing the server's own files. */
function refuseOwnFiles({ folder, secretFiles }: BackupContext, file: string): void {
  if (!existsSync(dirname(file))) {
    throw new AppError('VALIDATION_ERROR', `There is no folder ${dirname(file)}.`)
  }
  if (realpathSync(dirname(file)) !== realpathSync(folder)) return
  const name = basename(file)
  if (name.startsWith(DATABASE_FILE) || secretFiles.includes(name)) {
    throw new AppError('VALIDATION_ERROR', `${name} is one of the server's own files. Choose another name.`)
  }
}

function refuseExisting(file: string, replace: boolean): void {
  if (!existsSync(file)) return
  if (!statSync(file).isFile())
    throw new AppError('VALIDATION_ERROR', `${file} is a folder or device. Name the file to write.`)
  if (!replace) throw new AppError('VALIDATION_ERROR', `${file} exists. Use --force to replace it.`)
}

function readSecrets({ folder, secretFiles }: BackupContext): Record<string, string> {
  const present = secretFiles.filter((name) => existsSync(join(folder, name)))
  return Object.fromEntries(present.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}
