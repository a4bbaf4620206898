import { expect, test } from 'vitest'
import { CurrentHost, readHosts } from './postgres-hosts.ts'
import { ReadOnlyDatabase } from './unavailable.ts'

test.each([
  ['postgres://u:p@h1/db', ['postgres://u:p@h1/db'], false],
  [
    'postgres://u:p@h1/db?target_session_attrs=read-write',
    ['postgres://u:p@h1/db?target_session_attrs=read-write'],
    true,
  ],
  [
    'postgres://u:p@h1,h2/db?target_session_attrs=read-write',
    ['postgres://u:p@h1/db', 'postgres://u:p@h2/db'],
    true,
  ],
  ['postgres://h1,h2/db', ['postgres://h1/db', 'postgres://h2/db'], true],
  ['postgres://h1,h2/db?target_session_attrs=any', ['postgres://h1/db', 'postgres://h2/db'], false],
  [
    'postgresql://u@h1:5433,[::1]:5434/db?sslmode=verify-full',
    ['postgresql://u@h1:5433/db?sslmode=verify-full', 'postgresql://u@[::1]:5434/db?sslmode=verify-full'],
    true,
  ],
  ['postgres://u@/db?host=h1,h2&port=5433', ['postgres://u@h1:5433/db', 'postgres://u@h2:5433/db'], true],
  ['postgres://u@/db?host=h1,h2&port=1,2', ['postgres://u@h1:1/db', 'postgres://u@h2:2/db'], true],
])('%s is parsed like by libpq', (url, urls, writable) => {
  expect(readHosts(url)).toEqual({ urls, writable })
})

test.each([
  ['postgres://h1,h2/db?target_session_attrs=standby', /target_session_attrs=standby.*use read-write/],
  ['postgres://u@/db?host=h1,h2,h3&port=1,2', /3 hosts and 2 ports/],
  ['postgres://h1:x,h2/db', /names a host or port that cannot be read/],
  ['postgres://h1/db?sslrootcert=/nowhere/ca.pem', /names \/nowhere\/ca\.pem as sslrootcert/],
])('%s is refused in a sentence', (url, message) => {
  expect(() => readHosts(url)).toThrow(message)
})

test('the host in use is kept until it refuses writes, and then replaced by the next one that accepts them', async () => {
  const host = new CurrentHost(['one', 'two', 'three'])
  const tried: string[] = []
  let primary = 'two'
  const connect = async () => {
    tried.push(host.url)
    if (host.url !== primary) throw new ReadOnlyDatabase()
    return host.url
  }
  expect(await host.try(connect)).toBe('two')
  expect(await host.try(connect)).toBe('two')
  primary = 'one'
  expect(await host.try(connect)).toBe('one')
  expect(tried).toEqual(['one', 'two', 'two', 'two', 'three', 'one'])
  primary = 'none'
  await expect(host.try(connect)).rejects.toThrow(ReadOnlyDatabase)
})
