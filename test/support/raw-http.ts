import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Writes raw bytes to a server and returns everything it answers until it closes the connection, or until
 * `budgetMs` have passed. For requests that no HTTP client would send.
 */
export async function sendRaw(url: string, bytes: string | Uint8Array, budgetMs = 5_000): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setTimeout(budgetMs, () => socket.destroy())
  socket.write(bytes)
  let answer = ''
  try {
    for await (const chunk of socket.setEncoding('latin1')) answer += chunk
  } catch {
    // A reset after the answer is fine.
  }
  return answer
}

/** Sends half of a request's body and closes the connection. */
export async function breakOff(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n')
  // It answers 100 as it hands the request on.
  await once(socket, 'data')
  socket.resetAndDestroy()
}
