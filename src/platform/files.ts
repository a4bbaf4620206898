import { chownSync, closeSync, fsyncSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
