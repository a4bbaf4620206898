import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Returns the address of a request's client. */
export type ClientOf = (request: IncomingMessage) => string

/**
 * Returns the address as Fastify's `request.ip` has it, for what Fastify doesn't see: that of the connection, or the one
 * that trusted proxies report.
 */
export function createClientOf(trustedProxies: readonly string[]): ClientOf {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const trusts = proxyAddr.compile([...trustedProxies])
  return (request) => proxyAddr.all(request, trusts).at(-1) ?? ''
}
