import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/**
 * Returns the listener of a pretend server, called with the complete body. A caller that disconnects early, such as
 * a killed server, is ignored: its error would end the test run.
 */
export function withBody(
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown,
): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      return
    }
    await answer(request, response, Buffer.concat(chunks))
  }
}
