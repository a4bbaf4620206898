import { chownSync, closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from './errors.ts'

/** Reads a file that somebody named. Throws AppError when that cannot be done. */
export function readInput(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw unreadable(file, cause)
  })
}

/** The error for a file that somebody named. */
export function unreadable(file: string, cause: unknown): AppError {
  return new AppError('VALIDATION_ERROR', `${file} cannot be read: ${reasonOf(cause)}`, { cause })
}

/** Why the system did not do something with a file, without the call and the path, which may be one of our own. */
export function reasonOf(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return reason.replace(/^(E[A-Z0-9]+: .*?), [a-z]+(?: '.*)?$/s, '$1')
}

/** Puts a file's content on the disk. */
export function fsyncFile(path: string): void {
  const handle = openSync(path, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** What root has made in a folder is its owner's: the server runs as him, and could not open it otherwise. */
export function giveToFoldersOwner(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  chownSync(path, uid, gid)
}

/** Puts a file's name on the disk: after it was made or renamed. Windows has no such thing, and needs none. */
export function fsyncFolderOf(path: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(dirname(path), 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
