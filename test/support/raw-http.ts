import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Writes bytes to a server as they are and returns all that it answers until it closes the connection, or until
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
    // A reset after the answer is an end like any other.
  }
  return answer
}

/** Begins to send a request and goes away in the middle of its body. */
export async function breakOff(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n')
  // It answers 100 as it hands the request on.
  await once(socket, 'data')
  socket.resetAndDestroy()
}
