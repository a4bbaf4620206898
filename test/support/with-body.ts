import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/**
 * The listener of a pretend server, called with the whole body. A caller that goes away before it is there, as a server
 * does that a test kills, is passed over: nobody waits for a listener, so that its error would end the whole run.
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
