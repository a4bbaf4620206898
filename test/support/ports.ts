import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Pairs of ports below those that the kernel draws for port 0 and for connections (Linux from 32768, macOS 49152). */
const LOWEST = 10_000
const PAIRS = 10_000

/**
 * Returns a free port of the loopback address. No other test gets it while this process lives, so a server may
 * listen on it, stop, and listen on it again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + 2 * randomInt(PAIRS)
    // Listening on the port beside it reserves it; the kernel frees it however the process ends.
    const claim = await listen(port + 1)
    if (!claim) continue
    claim.unref()
    const probe = await listen(port)
    if (probe) {
      await close(probe)
      return port
    }
    await close(claim)
  }
}

/** Returns undefined when the port is taken. */
async function listen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}
