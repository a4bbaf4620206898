import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from './errors.ts'
import { reasonOf } from './files.ts'

type Texts = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** The error of a stream whose reader closes the pipe: `transom warranties export | head`. */
const HANG_UP = /^(EPIPE|ERR_STREAM_(PREMATURE_CLOSE|DESTROYED|UNABLE_TO_PIPE))$/

/**
 * Writes a file that only its owner can read. It appears, or replaces the earlier one, when it is complete. On failure,
 * leaves nothing behind.
 * @throws what `texts` throws, and AppError (VALIDATION_ERROR) if the file can't be written
 */
export async function writeCompleteFile(file: string, texts: Texts): Promise<void> {
  const path = await findTarget(file)
  const partial = `${path}.${process.pid}.part`
  let produced: unknown
  async function* produce() {
    try {
      yield* texts
    } catch (error) {
      produced = error
      throw error
    }
  }
  try {
    // Opened first: a stream that fails before it is open creates its file after the removal.
    const handle = await open(partial, 'wx', 0o600)
    await pipeline(produce, handle.createWriteStream({ flush: true }))
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw produced ?? unwritable(file, error)
  }
}

/** Returns the path of the target if the file is a link. Refuses to replace anything but a file. */
async function findTarget(file: string): Promise<string> {
  if (file === '') throw new AppError('VALIDATION_ERROR', '--output is empty. Give the name of a file.')
  const there = await stat(file).catch(() => null)
  if (!there) return file
  if (there.isFile()) return realpath(file)
  throw new AppError(
    'VALIDATION_ERROR',
    `${file} is not a file. Leave out --output, and send standard output to a pipe or device.`,
  )
}

function unwritable(file: string, cause: unknown): AppError {
  return new AppError('VALIDATION_ERROR', `${file} cannot be written: ${reasonOf(cause)}`, { cause })
}

/**
 * Writes to a stream that stays open, such as standard output, until its reader has gone. If it can't be written,
 * its `error` event reports that.
 */
export async function writeTo(stream: Writable, texts: Texts): Promise<void> {
  try {
    await pipeline(texts, stream, { end: false })
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== 'write' && !HANG_UP.test(String(code))) throw error
  }
}
