import { Readable } from 'node:stream'

/**
 * Returns texts as a stream to send. It takes the next one when the client has read the one before, and ends the
 * generator when the client goes away. Waits for the first: what fails before it is answered as an error.
 */
export async function textStream(texts: AsyncGenerator<string>): Promise<Readable> {
  const first = await texts.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* texts
  }
  return Readable.from(all(), { objectMode: false })
}
