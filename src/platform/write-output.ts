import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { AppError } from './errors.ts'
import { reasonOf } from './files.ts'

/** Writes a text and resolves when there is room for more; false when the reader has gone. */
export type Write = (text: string) => Promise<boolean>

/**
 * Writes a file that only its owner can read. It appears, or replaces the earlier one, when it is complete. On failure,
 * leaves nothing behind.
 * @throws what `produce` throws, and AppError (VALIDATION_ERROR) if the file can't be written
 */
export async function writeCompleteFile<T>(file: string, produce: (write: Write) => Promise<T>): Promise<T> {
  const path = await findTarget(file)
  const partial = `${path}.${process.pid}.part`
  const stream = createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true })
  // The next await reports it.
  stream.on('error', () => undefined)
  try {
    await once(stream, 'open')
    const value = await produce(writerTo(stream))
    stream.end()
    await finished(stream)
    await rename(partial, path).catch(refuse(file))
    return value
  } catch (error) {
    const broken = stream.errored
    stream.destroy()
    await rm(partial, { force: true })
    if (broken) refuse(file)(broken)
    throw error
  }
}

/** Returns the path of the target if the file is a link. Refuses to replace anything but a file. */
async function findTarget(file: string): Promise<string> {
  if (file === '') throw new AppError('VALIDATION_ERROR', '--output is empty. Give the name of a file.')
  const there = await stat(file).catch(() => null)
  if (!there) return file
  if (there.isFile()) return realpath(file).catch(refuse(file))
  throw new AppError(
    'VALIDATION_ERROR',
    `${file} is not a file. Leave out --output, and send standard output to a pipe or device.`,
  )
}

/** Returns a handler that throws the error in words for the terminal. */
function refuse(file: string): (cause: Error) => never {
  return (cause) => {
    throw new AppError('VALIDATION_ERROR', `${file} cannot be written: ${reasonOf(cause)}`, { cause })
  }
}

/** Runs `produce` with a stream that stays open, such as standard output. */
export function writeTo<T>(stream: Writable, produce: (write: Write) => Promise<T>): Promise<T> {
  return produce(writerTo(stream))
}

function writerTo(stream: Writable): Write {
  return async (text) => {
    if (stream.destroyed || !stream.writable) {
      if (stream.errored && !isHangUp(stream.errored)) throw stream.errored
      return false
    }
    if (stream.write(text)) return true
    try {
      await once(stream, 'drain')
      return true
    } catch (error) {
      // The reader closed the pipe: `transom warranties export | head`.
      if (isHangUp(error)) return false
      throw error
    }
  }
}

function isHangUp(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EPIPE'
}
