import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, openSync, readSync, statSync, truncateSync } from 'node:fs'
import { AppError } from '../../platform/errors.ts'

const LABEL = '\ntransom-backup sha256 '
const SEAL_BYTES = LABEL.length + 64 + 1
const BLOCK_BYTES = 1 << 20

/** Ends a file with the SHA-256 digest of what it holds. SQLite passes over what follows its last page. */
export function seal(path: string): void {
  appendFileSync(path, sealOf(path, statSync(path).size))
}

/**
 * Takes the seal off a file again; returns whether there was one. Throws AppError where the file is not what was
 * sealed: SQLite itself notices what is wrong with its trees, not a changed letter in somebody's name.
 */
export function breakSeal(path: string): boolean {
  const end = Math.max(0, statSync(path).size - SEAL_BYTES)
  const found = readEnd(path, end)
  if (!found.startsWith(LABEL)) return false
  if (found !== sealOf(path, end)) throw damaged('it is not what was written then')
  truncateSync(path, end)
  return true
}

/** The error for a backup that must not be restored. */
export function damaged(how: string): AppError {
  return new AppError('VALIDATION_ERROR', `The backup is damaged: ${how}. Restore another one.`)
}

function sealOf(path: string, end: number): string {
  const digest = createHash('sha256')
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let at = 0; at < end; ) {
      const read = readSync(file, block, 0, Math.min(BLOCK_BYTES, end - at), at)
      if (read === 0) break
      digest.update(block.subarray(0, read))
      at += read
    }
  } finally {
    closeSync(file)
  }
  return `${LABEL}${digest.digest('hex')}\n`
}

function readEnd(path: string, start: number): string {
  const bytes = Buffer.alloc(SEAL_BYTES)
  const file = openSync(path, 'r')
  try {
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, SEAL_BYTES, start))
  } finally {
    closeSync(file)
  }
}
