import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only IPv6 block for global unicast (RFC 4291, IANA registry). Everything else is special. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** A public number, but answered by the host of a virtual machine (Azure's platform endpoint). */
const hostAddresses = new Set(['168.63.129.16'])

/**
 * Returns whether an IP address (no brackets, no port) belongs to the public internet. False for private, loopback,
 * link-local and metadata, carrier NAT, multicast, reserved and documentation ranges, for IPv6 forms that contain an
 * IPv4 address (mapped, NAT64, 6to4, Teredo), and for text that is not an IP address.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0) return false
  const address = ipaddr.parse(ip)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv6) return address.match(globalUnicast)
  return !hostAddresses.has(address.toString())
}
