import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../test/support/ports.ts'
import { type MailServer, startMailServer } from '../../../test/support/smtp.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CURL = join(import.meta.dirname, 'curl.test-support.ts')

let temp: string
let demo: ChildProcess
let mail: MailServer
let guide = ''
beforeAll(async () => {
  temp = mkdtempSync(join(tmpdir(), 'transom-demo-test-'))
  mail = await startMailServer()
  // The demo must not use the service in the shell's environment.
  const service = { SMTP_URL: mail.url, SMTP_FROM: 'leads@example.com', RATE_LIMIT_PER_MINUTE: '1' }
  const env = { ...service, PATH: process.env.PATH, TMPDIR: temp, PORT: String(await freePort()) }
  demo = spawn(process.execPath, ['bin/transom.js', 'demo'], { cwd: ROOT, env })
  guide = await guideOf(demo)
})
afterAll(async () => {
  demo.kill('SIGKILL')
  await mail[Symbol.asyncDispose]()
  rmSync(temp, { recursive: true })
})

/** Waits for the complete output of the demo and returns it. */
function guideOf(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((resolve, reject) => {
    child.on('exit', () => reject(new Error(`The demo has ended by itself.\n${printed}`)))
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes('Ctrl-C ends it')) resolve(printed)
    })
  })
}

/** Runs the commands of the guide in one shell, with a curl that prints the statuses; CI's machine may have none. */
async function paste(): Promise<string[]> {
  const commands = guide.slice(guide.indexOf('\n# '), guide.indexOf('Ctrl-C'))
  const curl = `curl() { "${process.execPath}" "${CURL}" "$@"; }`
  const { stdout } = await promisify(execFile)('sh', ['-ec', `${curl}\n${commands}`], { maxBuffer: 2 ** 24 })
  return stdout.split('\n').filter((line) => /^[1-5]\d\d /.test(line))
}

test('every command of the guide works, for every endpoint, and the demo leaves nothing behind', async () => {
  const answers = await paste()
  expect(answers.filter((line) => !line.startsWith('2'))).toEqual([])
  const paths = new Set(
    answers.map((line) =>
      line
        .split(' ')[2]!
        .replace(/HCX\w+/, '{hin}')
        .replace(/\/\d+\//, '/{id}/'),
    ),
  )
  expect([...paths].sort()).toEqual([
    '/',
    '/admin/v1/registrations',
    '/admin/v1/registrations/{id}/accept',
    '/api/v1/auth/login',
    '/api/v1/auth/logout',
    '/api/v1/auth/refresh',
    '/api/v1/warranty',
    '/api/v1/warranty/{hin}',
    '/api/v1/warranty/{hin}/history',
    '/api/v1/warranty/{hin}/retry-sync',
    '/api/v1/warranty/{hin}/transfer',
    '/dealer-locator',
    '/lead-submission',
    '/livez',
    '/metrics',
    '/openapi.json',
    '/readyz',
    '/warranty-registration',
  ])
  const listed = answers.find((line) => line.includes('GET /api/v1/warranty '))!
  const dates = [...listed.matchAll(/"registration_date":"([^"]+)"/g)].map(([, date]) => Date.parse(date!))
  expect(dates).toHaveLength(3)
  // The shortest warranty runs for a year.
  for (const date of dates) expect(date).toBeGreaterThan(Date.now() - 364 * 86_400_000)

  const located = answers.filter((line) => line.includes(' /dealer-locator '))
  expect(located).toHaveLength(6)
  const firsts = located.map((line) => /"match_type":"(\w+)"/.exec(line)?.[1])
  expect(located[0]).toContain('"group_sibling"')
  expect(firsts).toEqual(['territory', 'territory', 'territory', 'distance', 'distance', 'fallback'])

  expect(readdirSync(temp)).toHaveLength(1)
  demo.kill('SIGTERM')
  await once(demo, 'exit')
  expect(readdirSync(temp)).toEqual([])
  expect(mail.mails).toEqual([])
})

test('a signal to npm run demo ends the demo too', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'transom-demo-test-'))
  const port = await freePort()
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: scratch, PORT: String(port) }
  const npm = spawn('npm', ['run', 'demo'], { cwd: ROOT, env })
  const isThere = async () => (await fetch(`http://127.0.0.1:${port}/livez`).catch(() => null)) !== null
  const folders = () => readdirSync(scratch).filter((name) => name.startsWith('transom-demo-'))
  try {
    await guideOf(npm)
    expect(await isThere()).toBe(true)
  } finally {
    npm.kill('SIGTERM')
  }
  await expect.poll(folders, { timeout: 60_000 }).toEqual([])
  expect(await isThere()).toBe(false)
  rmSync(scratch, { recursive: true })
})
