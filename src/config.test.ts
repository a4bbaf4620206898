import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const SECRET = 'a secret of thirty-two bytes or more'

test('docs/operations.md lists every setting with its default, and no other', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Z][A-Z_]+)` \| ([^|]+) \|/gm)]
  const documented = rows.map(([, name, fallback]) => [name, fallback!.replaceAll('`', '').trim()])
  const actual = Object.entries(readConfig({})).map(([name, value]) => [name, show(value)])
  expect(documented.toSorted()).toEqual(actual.toSorted())
})

test('reads every kind of setting', () => {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: '/var/lib/transom',
    DATABASE_URL: 'postgres://transom:pw@db.example.com/transom',
    TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16, fd00::/8',
    STRICT_RESPONSES: 'true',
    DELIVERY_RETRY_SCALE: '0.001',
    TRANSOM_JWT_SECRET: SECRET,
  })
  expect(config).toMatchObject({
    PORT: 0,
    DATA_DIR: '/var/lib/transom',
    DATABASE_URL: 'postgres://transom:pw@db.example.com/transom',
    TRUSTED_PROXIES: ['10.0.0.1', '192.168.0.0/16', 'fd00::/8'],
    STRICT_RESPONSES: true,
    DELIVERY_RETRY_SCALE: 0.001,
    TRANSOM_JWT_SECRET: SECRET,
  })
})

test('blanks around a value are ignored, and an empty variable counts as unset', () => {
  expect(readConfig({ PORT: ' 9000 ', HOST: '', LOG_LEVEL: '  ' })).toEqual(readConfig({ PORT: '9000' }))
})

test('a relative DATA_DIR is relative to the working folder', () => {
  expect(readConfig({ DATA_DIR: 'here' }).DATA_DIR).toBe(resolve('here'))
})

test('the configuration cannot be changed', () => {
  const config = readConfig({}) as { PORT: number }
  expect(() => {
    config.PORT = 1
  }).toThrow(TypeError)
})

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '0x10'],
  ['PORT', '80.5'],
  ['DATABASE_URL', 'mysql://db/transom'],
  ['DATABASE_URL', 'db.example.com'],
  ['DATABASE_POOL_SIZE', '0'],
  ['LOG_LEVEL', 'verbose'],
  ['TRUSTED_PROXIES', '10.0.0.1,proxy.example.com'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '::/0'],
  ['TRUSTED_PROXIES', '127/8'],
  ['TRUSTED_PROXIES', '127.1'],
  ['SMTP_FROM', 'nobody'],
  ['SMTP_FROM', 'Harbor <>'],
  ['SMTP_FROM', 'a@b.example, c@d.example'],
  ['SMTP_URL', 'smtp:'],
  ['STRICT_RESPONSES', 'yes'],
  ['TRANSOM_JWT_SECRET', 'too short'],
  ['TRANSOM_JWT_SECRET_PREVIOUS', 'too short'],
  ['METRICS_TOKEN', 'fifteen-letters'],
  ['METRICS_TOKEN', 'sixteen and blanks'],
  ['SLOW_QUERY_MS', '-1'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['TRANSOM_ACCESS_TTL', '0'],
  ['RATE_LIMIT_PER_MINUTE', '1e3'],
  ['GEOCODER', 'bing'],
  ['GEOCODER_URL', 'ftp://geo.example.com'],
  ['GEOCODER_URL', 'http://transom@geo.example.com'],
  ['GEOCODER_URL', 'https://:pw@geo.example.com/nominatim'],
  ['ALLOW_PRIVATE_WEBHOOKS', '1'],
  ['DELIVERY_RETRY_SCALE', '0'],
  ['DELIVERY_RETRY_SCALE', 'NaN'],
  ['DELIVERY_RETRY_SCALE', '1001'],
])('refuses %s=%s, and names it once', (name, value) => {
  expect(issuesOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} (must|has) `))])
})

test.each(['pass#word', 'pass/word', 'pass?word'])('says how %s is written in a URL', (password) => {
  const env = { DATABASE_URL: `postgres://transom:${password}@db/transom` }
  expect(() => readConfig(env)).toThrow(/DATABASE_URL must be a URL .*; in a password # is written %23/)
})

test('counts the bytes of a secret, not its characters', () => {
  expect(readConfig({ TRANSOM_JWT_SECRET: '€'.repeat(11) }).TRANSOM_JWT_SECRET).toBe('€'.repeat(11))
  expect(issuesOf({ TRANSOM_JWT_SECRET: 'a'.repeat(31) })).toHaveLength(1)
})

test('lists every invalid setting in one error', () => {
  const env = { PORT: 'x', LOG_LEVEL: 'loud', STRICT_RESPONSES: 'on', TRANSOM_ACCESS_TTL: '1h' }
  expect(issuesOf(env).map((line) => line.split(' ')[0])).toEqual(Object.keys(env))
})

test('mail needs a sender', () => {
  const SMTP_URL = 'smtp://mail.example.com'
  expect(issuesOf({ SMTP_URL })).toEqual([expect.stringContaining('SMTP_FROM')])
  for (const SMTP_FROM of [
    'leads@example.com',
    'Harbor Craft <leads@localhost>',
    '"Craft, Harbor" <a@b.example>',
  ])
    expect(readConfig({ SMTP_URL, SMTP_FROM }).SMTP_FROM).toBe(SMTP_FROM)
})

test('a geocoder other than Nominatim needs its key', () => {
  expect(issuesOf({ GEOCODER: 'opencage' })).toEqual([expect.stringContaining('GEOCODER_KEY')])
  expect(readConfig({ GEOCODER: 'opencage', GEOCODER_KEY: 'k' }).GEOCODER_KEY).toBe('k')
})

test('a geocoder key needs the name of its provider', () => {
  expect(issuesOf({ GEOCODER_KEY: 'k' })).toEqual([expect.stringMatching(/^GEOCODER must name/)])
  expect(issuesOf({ GEOCODER: 'nominatim', GEOCODER_KEY: 'k' })).toHaveLength(1)
})

test('the URL of a geocoder may contain a key', () => {
  const GEOCODER_URL = 'http://geo.example.com/nominatim?key=k'
  expect(readConfig({ GEOCODER_URL }).GEOCODER_URL).toBe(GEOCODER_URL)
})

test('no message repeats a value that may be a secret', () => {
  const password = 'hunter2hunter2'
  const text = issuesOf({
    TRANSOM_JWT_SECRET: password,
    TRANSOM_JWT_SECRET_PREVIOUS: password,
    DATABASE_URL: `mysql://transom:${password}@db/transom`,
    SMTP_URL: `http://leads:${password}@mail`,
    GEOCODER_URL: `ftp://geo/?key=${password}`,
  }).concat(issuesOf({ GEOCODER_URL: `http://${password}:${password}@geo`, GEOCODER_KEY: password }))
  expect(text).toHaveLength(7)
  expect(text.join('\n')).not.toContain(password)
})

/** Returns the lines of the ConfigError for these settings. */
function issuesOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
  throw new Error('These settings are accepted.')
}

/** Formats a default like the page. */
function show(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none'
  return value === resolve('data') ? './data' : String(value)
}
