import { expect, test } from 'vitest'
import fc from '../../../test/support/fast-check.ts'
import { isPublicAddress } from './address.ts'

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '169.253.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
])('%s is public', (ip) => {
  expect(isPublicAddress(ip)).toBe(true)
})

test.each([
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['loopback, far end', '127.255.255.254'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12, first', '172.16.0.0'],
  ['private 172.16/12, last', '172.31.255.255'],
  ['private 192.168/16', '192.168.1.1'],
  ['carrier NAT, first', '100.64.0.0'],
  ['carrier NAT, last', '100.127.255.255'],
  ['link-local', '169.254.0.1'],
  ['metadata', '169.254.169.254'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['metadata of Oracle', '192.0.0.192'],
  ['platform endpoint of Azure', '168.63.129.16'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.1'],
  ['6to4 relay', '192.88.99.1'],
  ['AS112', '192.175.48.1'],
  ['benchmark, first', '198.18.0.0'],
  ['benchmark, last', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['multicast, last', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['IPv6 loopback', '::1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped loopback in hex', '::ffff:7f00:1'],
  ['IPv4-mapped, long form', '0:0:0:0:0:ffff:a00:1'],
  ['IPv4-mapped, public inside', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::127.0.0.1'],
  ['NAT64, metadata inside', '64:ff9b::a9fe:a9fe'],
  ['NAT64, local use', '64:ff9b:1::1'],
  ['6to4 of 127.0.0.1', '2002:7f00:1::'],
  ['Teredo', '2001:0:1::1'],
  ['protocol assignments', '2001:1::1'],
  ['benchmark', '2001:2::1'],
  ['ORCHIDv2', '2001:20::1'],
  ['documentation', '2001:db8::1'],
  ['documentation, new', '3fff::1'],
  ['discard', '100::1'],
  ['segment routing', '5f00::1'],
  ['outside 2000::/3', '4000::1'],
  ['unique local', 'fc00::1'],
  ['metadata of AWS', 'fd00:ec2::254'],
  ['metadata of Google', 'fd20:ce::254'],
  ['link-local', 'fe80::1'],
  ['link-local with zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
])('%s (%s) is not public', (_name, ip) => {
  expect(isPublicAddress(ip)).toBe(false)
})

test.each([
  '',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f.1',
  '017700000001',
  '[::1]',
  '8.8.8.8:53',
  ' 8.8.8.8',
])('text that is no IP address is not public: %j', (text) => {
  expect(isPublicAddress(text)).toBe(false)
})

test('no IPv6 form that carries an IPv4 address is public, whatever is inside', () => {
  const wrappers = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::']
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom(...wrappers), (ip, wrapper) => {
      expect(isPublicAddress(`${wrapper}${ip}`)).toBe(false)
    }),
  )
})
