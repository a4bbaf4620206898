import { expect, vi } from 'vitest'
import type { TestServer } from '../../support/server.ts'

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/console\/setup#([\w-]{43})/g
/** The first administrator. */
export const FIRST = { email: 'ada@example.com', password: 'quiet harbour 7' }

/** Returns the tokens of all addresses that a server has printed. */
export const printedBy = (server: TestServer) =>
  [...server.output.matchAll(ADDRESS)].map(([, token]) => token!)
/** Waits for the server's n-th address, and returns its token. */
export const nthToken = (server: TestServer, n = 1) =>
  vi.waitFor(
    () => {
      const tokens = printedBy(server)
      expect(tokens).toHaveLength(n)
      return tokens.at(-1)!
    },
    { timeout: 30_000 },
  )
export const setUp = (server: TestServer, token: string, body: object = FIRST) =>
  server.send('POST', `/admin/v1/setup/${token}`, { body })
