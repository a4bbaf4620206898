import { expect, test } from 'vitest'
import { listsOrigin, originIssue } from './origins.ts'

test.each([
  'https://www.example.com',
  'https://www.example.com:8443',
  'http://www.example.com',
  'http://localhost:*',
  'http://[::1]:5173',
  'https://xn--bcher-kva.example',
])('%s is an origin', (origin) => {
  expect(originIssue(origin)).toBeUndefined()
})

test.each([
  ['https://www.example.com/', 'Did you mean "https://www.example.com"?'],
  ['https://www.example.com/page?x=1', 'Did you mean "https://www.example.com"?'],
  ['https://WWW.Example.com', 'Did you mean "https://www.example.com"?'],
  ['https://www.example.com:443', 'Did you mean "https://www.example.com"?'],
  ['https://bücher.example', 'Did you mean "https://xn--bcher-kva.example"?'],
  ['https://user:secret@www.example.com', 'Did you mean "https://www.example.com"?'],
  ['https://*.example.com', 'is not an origin'],
  ['https://localhost:*', 'is not an origin'],
  ['http://127.0.0.1:*', 'is not an origin'],
  ['*', 'is not an origin'],
  ['null', 'is not an origin'],
  ['www.example.com', 'is not an origin'],
  ['ftp://www.example.com', 'is not an origin'],
  ['javascript:alert(1)', 'is not an origin'],
])('%s is not', (origin, message) => {
  expect(originIssue(origin)).toContain(message)
})

test('only localhost has a wildcard, for its port', () => {
  const origins = new Set(['http://localhost:*', 'https://www.example.com'])
  const lists = (origin: string | undefined) => listsOrigin(origins, origin)
  for (const origin of ['http://localhost:1', 'http://localhost', 'https://www.example.com']) {
    expect(lists(origin)).toBe(true)
  }
  for (const origin of [
    undefined,
    '',
    'http://localhost:*',
    'http://localhost:1.example.com',
    'http://localhost.example.com',
    'http://notlocalhost:1',
    'https://localhost:1',
    'https://www.example.com:444',
  ]) {
    expect(lists(origin)).toBe(false)
  }
})
