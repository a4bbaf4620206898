import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** Takes some text, and resolves when there is room for more; false when nobody reads any more. */
export type Write = (text: string) => Promise<boolean>

/**
 * Lets `produce` write a file for its owner's eyes only, which is there once it is whole: what was there before
 * stays until then. Throws what writing throws, and leaves nothing behind.
 */
export async function writeFileWhole<T>(path: string, produce: (write: Write) => Promise<T>): Promise<T> {
  const partial = `${path}.${process.pid}.part`
  const stream = createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true })
  // Told by what is waited for next.
  stream.on('error', () => undefined)
  try {
    await once(stream, 'open')
    const value = await produce(writerTo(stream))
    stream.end()
    await finished(stream)
    await rename(partial, path)
    return value
  } catch (error) {
    stream.destroy()
    await rm(partial, { force: true })
    throw error
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
