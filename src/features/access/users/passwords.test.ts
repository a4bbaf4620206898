import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a hash is argon2id in PHC form, at no less than 19 MiB and 2 passes, with a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword('boat'), hashPassword('boat')])
  const [, m, t, p, salt = '', hash = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(one) ?? []
  expect([Number(m) >= 19_456, Number(t) >= 2, Number(p)]).toEqual([true, true, 1])
  expect(Buffer.from(salt, 'base64').length).toBeGreaterThanOrEqual(16)
  expect(Buffer.from(hash, 'base64')).toHaveLength(32)
  expect(two).not.toBe(one)
})

test.each<[string, string, boolean]>([
  ['boat', 'boat', true],
  ['boat', 'Boat', false],
  ['boat', 'boat ', false],
  ['boat', '', false],
  ['', '', true],
  ['caf\u00e9', 'cafe\u0301', true],
  ['cafe\u0301', 'caf\u00e9', true],
  ['caf\u00e9', 'cafe', false],
  ['\ufb01n', 'fin', false],
  [`${'x'.repeat(127)}a`, `${'x'.repeat(127)}b`, false],
])('the hash of %j and the password %j: %s', async (password, given, matches) => {
  expect(await verifyPassword(given, await hashPassword(password))).toBe(matches)
})

test('without a hash, no password matches', async () => {
  expect(await verifyPassword('', undefined)).toBe(false)
})

test('a hash of another implementation, with other costs, is verified', async () => {
  // The reference implementation's own: argon2 somesalt -id -t 2 -m 16 -p 1.
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', phc)).toBe(true)
  expect(await verifyPassword('Password', phc)).toBe(false)
})

test('a stored text that is not a hash is an error, not a mismatch', async () => {
  await expect(verifyPassword('boat', 'boat')).rejects.toThrow('PHC')
})
