import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { AppError } from './errors.ts'
import { reasonOf } from './files.ts'

/** Takes some text, and resolves when there is room for more; false when nobody reads any more. */
export type Write = (text: string) => Promise<boolean>

/**
 * Lets `produce` write a file for its owner's eyes only, which is there once it is whole: what was there before
 * stays until then. Leaves nothing behind when it fails. Throws what `produce` throws, and VALIDATION_ERROR where no
 * file can be written.
 */
export async function writeFileWhole<T>(file: string, produce: (write: Write) => Promise<T>): Promise<T> {
  const path = await findTarget(file)
  const partial = `${path}.${process.pid}.part`
  const stream = createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true })
  // Told by what is waited for next.
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

/** The file itself, where the path is a link to it. What is there and is no file is not to be replaced by one. */
async function findTarget(file: string): Promise<string> {
  if (file === '') throw new AppError('VALIDATION_ERROR', '--output names no file.')
  const there = await stat(file).catch(() => null)
  if (!there) return file
  if (there.isFile()) return realpath(file).catch(refuse(file))
  throw new AppError(
    'VALIDATION_ERROR',
    `${file} is no file. Without --output all goes to standard output, and from there into a pipe or device.`,
  )
}

/** Throws what the person at the terminal can make something of. */
function refuse(file: string): (cause: Error) => never {
  return (cause) => {
    throw new AppError('VALIDATION_ERROR', `${file} cannot be written: ${reasonOf(cause)}`, { cause })
  }
}

/** Lets `produce` write to a stream that stays open, such as standard output. */
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
      // Whoever reads has read enough: `transom warranties export | head`.
      if (isHangUp(error)) return false
      throw error
    }
  }
}

function isHangUp(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EPIPE'
}
