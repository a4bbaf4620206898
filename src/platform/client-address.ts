import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Some proxies write `192.0.2.7:4711`, `[2001:db8::7]:4711` or `[2001:db8::7]`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|((?:\d+\.){3}\d+):\d+)$/

/**
 * Returns a caller's address in its usual form, without a port. An IPv4 address of an IPv6 socket (`::ffff:192.0.2.7`)
 * becomes plain IPv4. Null for other texts, such as a proxy's "unknown".
 */
export function plainAddress(address: string): string | null {
  const [, six, four] = WITH_PORT.exec(address) ?? []
  const bare = six ?? four ?? address
  return isIP(bare) === 0 ? null : ipaddr.process(bare).toString()
}

/**
 * Returns the part of an address that identifies a subscriber: the IPv4 address, or the /64 of an IPv6 subscriber. All
 * unreadable addresses share one value.
 */
export function subscriberOf(address: string): string {
  const plain = plainAddress(address)
  if (plain === null || isIPv4(plain)) return plain ?? 'unknown'
  const network = ipaddr.IPv6.parse(plain).parts.slice(0, 4)
  return `${new ipaddr.IPv6([...network, 0, 0, 0, 0])}/64`
}
