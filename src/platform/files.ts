import { closeSync, fsyncSync, openSync } from 'node:fs'
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
