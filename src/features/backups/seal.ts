import { createHash } from 'node:crypto'
import { appendFileSync, readSync, statSync, truncateSync } from 'node:fs'
import { AppError } from '../../platform/errors.ts'
import { withHandle } from '../../platform/files.ts'

const LABEL = '\ntransom-backup sha256 '
const SEAL_BYTES = LABEL.length + 64 + 1
const BLOCK_BYTES = 1 << 20

/** Appends the SHA-256 digest of a file to it. SQLite ignores everything after its last page. */
export function seal(path: string): void {
  appendFileSync(path, sealOf(path, statSync(path).size))
}

/**
 * Removes the seal of a file. Returns whether there was one. SQLite's own check finds damaged trees, but no changed
 * letter in a name. @throws AppError if the file has changed since it was sealed
 */
export function breakSeal(path: string): boolean {
  const end = Math.max(0, statSync(path).size - SEAL_BYTES)
  const found = readEnd(path, end)
  if (!found.startsWith(LABEL)) return false
  if (found !== sealOf(path, end)) throw damaged('it has changed since it was written')
  truncateSync(path, end)
  return true
}

/** Returns the error for a damaged backup. */
export function damaged(how: string): AppError {
  return new AppError('VALIDATION_ERROR', `The backup is damaged: ${how}. Restore another one.`)
}

function sealOf(path: string, end: number): string {
  const digest = createHash('sha256')
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  withHandle(path, 'r', (file) => {
    for (let at = 0; at < end; ) {
      const read = readSync(file, block, 0, Math.min(BLOCK_BYTES, end - at), at)
      if (read === 0) break
      digest.update(block.subarray(0, read))
      at += read
    }
  })
  return `${LABEL}${digest.digest('hex')}\n`
}

function readEnd(path: string, start: number): string {
  const bytes = Buffer.alloc(SEAL_BYTES)
  return withHandle(path, 'r', (file) =>
    bytes.toString('latin1', 0, readSync(file, bytes, 0, SEAL_BYTES, start)),
  )
}
