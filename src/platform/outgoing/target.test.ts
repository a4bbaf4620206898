import { describe, expect, test } from 'vitest'
import { checkTargetUrl, parseTarget } from './target.ts'

const publicOnly = { allowPrivate: false }
const anything = { allowPrivate: true }

test.each([
  'https://crm.example.com',
  'https://crm.example.com:8443/hook?key=1#x',
  'HTTPS://CRM.EXAMPLE.COM/',
  'https://8.8.8.8/hook',
  'https://[2606:4700:4700::1111]/hook',
  'https://münchen.example/hook',
  'https://notlocalhost/hook',
  `https://crm.example.com/${'a'.repeat(2048 - 24)}`,
])('permits %s', (url) => {
  expect(checkTargetUrl(url, publicOnly)).toBeNull()
})

describe('disguised addresses', () => {
  const hidden = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0',
    '0.0.0.0',
    '0x7f.1',
    '0x7f000001',
    '017700000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '[::]',
    '[::1]',
    '[::ffff:7f00:1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[2002:7f00:1::]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'crm.localhost',
    'ⓛocalhost',
  ]

  test.each(hidden)('refuses https://%s/ as private', (host) => {
    const url = `https://${host}/hook`
    expect(checkTargetUrl(url, publicOnly)).toBe(
      'The target URL must not point to a private or local address without ALLOW_PRIVATE_WEBHOOKS=true.',
    )
    expect(() => parseTarget(url, publicOnly)).toThrow(expect.objectContaining({ kind: 'refused_target' }))
  })

  test.each(hidden)('permits http://%s/ if the operator allows private targets', (host) => {
    expect(checkTargetUrl(`http://${host}/hook`, anything)).toBeNull()
  })
})

test('refuses plain http to a public name unless private targets are allowed', () => {
  expect(checkTargetUrl('http://crm.example.com/', publicOnly)).toContain('https')
  expect(checkTargetUrl('http://crm.example.com/', anything)).toBeNull()
})

test.each([
  ['', 'complete URL'],
  ['crm.example.com/hook', 'complete URL'],
  ['/hook', 'complete URL'],
  ['https://', 'complete URL'],
  ['https://crm.example.com:99999/', 'complete URL'],
  ['https://[fe80::1%25eth0]/', 'complete URL'],
  ['https://1.2.3.4.5/', 'complete URL'],
  ['ftp://crm.example.com/', 'https'],
  ['file:///etc/passwd', 'https'],
  ['javascript:alert(1)', 'https'],
  ['https://user@crm.example.com/', 'user name'],
  ['https://:hunter2@crm.example.com/', 'password'],
  [' https://crm.example.com/', 'blanks'],
  ['https://crm.exam\nple.com/', 'blanks'],
  ['https://crm.example.com/a b', 'blanks'],
  ['https://crm.example.com/\u0000', 'control'],
  [`https://crm.example.com/${'a'.repeat(2049 - 24)}`, '2048'],
])('refuses %j and says why, with or without private targets', (url, word) => {
  for (const rules of [publicOnly, anything]) {
    expect(checkTargetUrl(url, rules)).toContain(word)
    expect(() => parseTarget(url, rules)).toThrow(expect.objectContaining({ kind: 'invalid_url' }))
  }
})

test('a message never repeats the entered URL', () => {
  const url = 'https://user:hunter2@127.0.0.1/hook?key=topsecret'
  expect(checkTargetUrl(url, publicOnly)).not.toMatch(/hunter2|topsecret|127/)
})
