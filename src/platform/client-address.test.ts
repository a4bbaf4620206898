import { expect, test } from 'vitest'
import { plainAddress, subscriberOf } from './client-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:DB8:0:1::9', '2001:db8:0:1::9', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80::1%eth0', 'fe80::/64'],
  ['::1', '::1', '::/64'],
  ['unknown', null, 'unknown'],
  ['7', null, 'unknown'],
  ['192.0.2.7:4711', '192.0.2.7', '192.0.2.7'],
  ['[2001:db8:0:1::9]:4711', '2001:db8:0:1::9', '2001:db8:0:1::/64'],
])('%s is %s, of %s', (address, plain, subscriber) => {
  expect(plainAddress(address)).toBe(plain)
  expect(subscriberOf(address)).toBe(subscriber)
})
