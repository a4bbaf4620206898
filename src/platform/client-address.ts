import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** As some proxies write it: `192.0.2.7:4711`, `[2001:db8::7]:4711`, `[2001:db8::7]`. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|((?:\d+\.){3}\d+):\d+)$/

/**
 * A caller's address in its usual form, without a port; an IPv4 address that came by an IPv6 socket
 * (`::ffff:192.0.2.7`) as what it is. Null for what is none, such as a proxy's word for "unknown".
 */
export function plainAddress(address: string): string | null {
  const [, six, four] = WITH_PORT.exec(address) ?? []
  const bare = six ?? four ?? address
  return isIP(bare) === 0 ? null : ipaddr.process(bare).toString()
}

/**
 * What callers of one subscriber have in common: the IPv4 address, or the /64 that an IPv6 subscriber has to itself. All
 * whose address cannot be read are one.
 */
export function subscriberOf(address: string): string {
  const plain = plainAddress(address)
  if (plain === null || isIPv4(plain)) return plain ?? 'unknown'
  const network = ipaddr.IPv6.parse(plain).parts.slice(0, 4)
  return `${new ipaddr.IPv6([...network, 0, 0, 0, 0])}/64`
}
