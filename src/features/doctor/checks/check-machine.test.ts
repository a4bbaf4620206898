import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../../../../test/support/temp-folders.ts'
import { readConfig } from '../../../config.ts'
import { checkDataFolder, checkProcess } from './check-machine.ts'
import { checkSettings, wrongSettings } from './check-settings.ts'

let folder: string
beforeEach(() => {
  folder = join(makeTempFolder('doctor'), 'data')
  mkdirSync(folder, { mode: 0o700 })
})
afterEach(() => removeFolder(join(folder, '..')))

const look = (embedded = true) => checkDataFolder(folder, { embedded })

function put(name: string, mode: number) {
  writeFileSync(join(folder, name), 'x')
  chmodSync(join(folder, name), mode)
}

test('a private folder is fine', () => {
  put('transom.db', 0o600)
  put('jwt-secret', 0o600)
  put('setup.json', 0o644)
  expect(look()).toMatchObject([{ level: 'ok' }])
})

test.each([0o640, 0o604, 0o660])('a secret of mode %o is an error', (mode) => {
  put('jwt-secret', mode)
  expect(look()).toMatchObject([{ level: 'fault', message: expect.stringContaining('jwt-secret') }])
})

test('a database or folder that others can read is a warning', () => {
  put('transom.db-wal', 0o644)
  expect(look()).toMatchObject([{ level: 'warning', advice: expect.stringContaining('chmod') }])
  chmodSync(join(folder, 'transom.db-wal'), 0o600)
  chmodSync(folder, 0o755)
  expect(look()).toMatchObject([{ level: 'warning' }])
  expect(look(false)).toMatchObject([{ level: 'ok' }])
})

test('a file of another user is an error', () => {
  put('transom.db', 0o600)
  const other = { uid: statSync(join(folder, 'transom.db')).uid + 1 }
  if (process.getuid?.() !== 0) return
  chownSync(join(folder, 'transom.db'), other.uid, other.uid)
  expect(look()).toMatchObject([
    { level: 'fault', message: expect.stringMatching(/transom\.db in .* belongs to another/) },
  ])
})

test('a missing folder is a warning only for an embedded database', () => {
  removeFolder(folder)
  expect(look()).toMatchObject([{ level: 'warning' }])
  expect(look(false)).toEqual([])
})

test('running as root is a warning', () => {
  expect(checkProcess(0)).toMatchObject([{ level: 'ok' }, { level: 'warning' }])
  expect(checkProcess(1000)).toMatchObject([{ level: 'ok' }])
})

test('settings for tests and unknown settings are warnings', () => {
  const levels = (env: NodeJS.ProcessEnv, unknown: string[] = []) =>
    checkSettings(readConfig(env), unknown).map(({ level, message }) => `${level} ${message}`)
  expect(levels({})).toEqual(['ok All settings are valid.'])
  expect(levels({}, ['TRANSOM_JWT_SCRET'])).toEqual(['warning There is no setting TRANSOM_JWT_SCRET.'])
  expect(levels({ ALLOW_PRIVATE_WEBHOOKS: 'true' })).toEqual([
    expect.stringMatching(/^warning ALLOW_PRIVATE/),
  ])
  expect(levels({ STRICT_RESPONSES: 'true', DELIVERY_RETRY_SCALE: '0.5' })).toHaveLength(2)
  expect(levels({ CLIENT_LIMIT_PER_MINUTE: '0' })).toEqual([
    expect.stringMatching(/^warning CLIENT_LIMIT_PER_MINUTE=0/),
  ])
  expect(levels({ RATE_LIMIT_PER_MINUTE: '0', LOGIN_LIMIT_PER_MINUTE: '0' })).toEqual([
    expect.stringMatching(/^warning RATE_LIMIT_PER_MINUTE and LOGIN_LIMIT_PER_MINUTE=0/),
  ])
  const mail = { SMTP_URL: 'smtp://mail.example.com', SMTP_FROM: 'transom@example.com' }
  expect(levels(mail)).toEqual([expect.stringMatching(/^warning SMTP_URL is set, but PUBLIC_URL is not/)])
  expect(levels({ ...mail, PUBLIC_URL: 'https://transom.example.com' })).toEqual(levels({}))
  expect(wrongSettings(['PORT must be'])).toMatchObject([{ level: 'fault', message: 'PORT must be.' }])
})
