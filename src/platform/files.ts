import { chownSync, closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from './errors.ts'

/** Reads a file that the caller named. @throws AppError (VALIDATION_ERROR) if it can't be read */
export function readInput(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    throw unreadable(file, cause)
  })
}

/** Returns the error for a named file that cannot be read. */
export function unreadable(file: string, cause: unknown): AppError {
  return new AppError('VALIDATION_ERROR', `${file} cannot be read: ${reasonOf(cause)}`, { cause })
}

const REASONS: Record<string, string> = {
  EACCES: 'you have no permission.',
  EDQUOT: 'your disk quota is used up.',
  EEXIST: 'the file already exists.',
  EFBIG: 'the file is too large.',
  EISDIR: 'it is a folder. Name a file.',
  ELOOP: 'its symbolic links form a circle.',
  EMFILE: 'too many files are open.',
  ENAMETOOLONG: 'its name is too long.',
  ENOENT: 'there is no such file or folder. Check the path.',
  ENOSPC: 'the disk is full.',
  ENOTDIR: 'a part of its path is not a folder.',
  EPERM: 'you have no permission.',
  EROFS: 'the file system is read-only.',
}

/** Returns the system's reason for refusing a file, as the end of a sentence. */
export function reasonOf(cause: unknown): string {
  const { code = '', message = String(cause) } = (cause ?? {}) as Partial<NodeJS.ErrnoException>
  // Without the system call and the path, which may be an internal one.
  return REASONS[code] ?? message.replace(/^(E[A-Z0-9]+: .*?), [a-z]+(?: '.*)?$/s, '$1').replace(/\.?$/, '.')
}

/** Runs work with an opened file, then closes it. */
export function withHandle<T>(path: string, flags: 'r' | 'r+', work: (handle: number) => T): T {
  const handle = openSync(path, flags)
  try {
    return work(handle)
  } finally {
    closeSync(handle)
  }
}

/** Flushes a file's content to the disk. */
export function fsyncFile(path: string): void {
  withHandle(path, 'r+', fsyncSync)
}

/** Gives a file that root created to the folder's owner, because the server runs as that user. */
export function giveToFoldersOwner(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  chownSync(path, uid, gid)
}

/** Flushes a file's name to the disk, after it was created or renamed. Windows can't do this and doesn't need it. */
export function fsyncFolderOf(path: string): void {
  if (process.platform !== 'win32') withHandle(dirname(path), 'r', fsyncSync)
}
