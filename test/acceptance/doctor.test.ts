import { expect, test } from 'vitest'
import { startCrm } from '../support/crm.ts'
import { makeServer, startServer, type TestServer } from '../support/server.ts'
import { startMailServer } from '../support/smtp.ts'
import { runSql } from './behind.ts'

interface Finding {
  check: string
  level: 'ok' | 'warning' | 'fault'
  message: string
  advice?: string
}

async function examine(server: TestServer, env: Record<string, string> = {}, ...args: string[]) {
  const before = { ...server.env }
  Object.assign(server.env, env)
  try {
    const { code, stdout, stderr } = await server.command('doctor', '--json', ...args)
    const report = JSON.parse(stdout) as { healthy: boolean; faults: number; findings: Finding[] }
    return {
      code,
      stderr,
      text: stdout,
      ...report,
      of: (check: string) => report.findings.filter((f) => f.check === check),
    }
  } finally {
    for (const name of Object.keys(env)) delete server.env[name]
    Object.assign(server.env, before)
  }
}

test('a running server and its receivers are checked; nothing is sent, no secret is shown', async () => {
  await using server = await startServer()
  await using crm = await startCrm()
  await using mail = await startMailServer()
  await server.apply({
    brands: [
      {
        slug: 'harbor',
        name: 'Harbor',
        lead_webhook: { url: crm.url('/leads?key=hunter2'), secret: `whsec_${btoa('s'.repeat(32))}` },
        warranty_crm: { type: 'webhook', url: 'http://127.0.0.1:1/hunter2' },
      },
    ],
  })
  const report = await examine(server, { SMTP_URL: mail.url, SMTP_FROM: 'leads@example.com' })
  expect(report).toMatchObject({ code: 1, stderr: '', healthy: false, faults: 1 })
  expect(report.of('targets')).toMatchObject([
    {
      level: 'ok',
      message: expect.stringMatching(/^The lead webhook of harbor \(127\.0\.0\.1:\d+\) can be reached\.$/),
    },
    {
      level: 'fault',
      message: expect.stringContaining('The warranty CRM of harbor (127.0.0.1:1) cannot be reached'),
    },
    { level: 'warning', message: expect.stringContaining('unsigned') },
  ])
  expect(report.of('database')).toMatchObject([{ level: 'ok' }])
  expect(report.of('mail')).toMatchObject([{ level: 'ok' }])
  expect(report.of(server.database.dialect === 'sqlite' ? 'integrity' : 'PostgreSQL')[0]).toMatchObject({
    level: 'ok',
  })
  for (const finding of report.findings) expect(Boolean(finding.advice)).toBe(finding.level !== 'ok')
  expect([crm.requests.length, mail.mails.length]).toEqual([0, 0])
  for (const secret of ['hunter2', 'whsec_', server.env.TRANSOM_JWT_SECRET!])
    expect(report.text).not.toContain(secret)

  await server.apply({ brands: [{ slug: 'harbor', warranty_crm: null }] })
  const better = await examine(
    server,
    { SMTP_URL: mail.url, SMTP_FROM: 'leads@example.com' },
    '--send-test-mail',
    'me@example.com',
  )
  expect(better).toMatchObject({ code: 0, healthy: true })
  expect(mail.mails).toMatchObject([{ to: ['me@example.com'] }])
  expect(better.of('settings').map(({ level }) => level)).toContain('warning')
})

test('all wrong settings are listed together, and by name only', async () => {
  await using server = await startServer()
  const report = await examine(server, { PORT: 'x', SMTP_URL: 'http://a:hunter2@b', GEOCODER: 'bing' })
  expect(report.code).toBe(1)
  expect(report.of('settings').map(({ message }) => message.split(' ')[0])).toEqual([
    'PORT',
    'GEOCODER',
    'SMTP_URL',
  ])
  expect(report.text).not.toContain('hunter2')
})

test('changes nothing: missing migrations are only reported', async () => {
  await using server = await makeServer()
  await runSql(server, "DELETE FROM schema_migrations WHERE name LIKE '0001%'")
  const report = await examine(server)
  expect(report).toMatchObject({ code: 0 })
  expect(report.of('database')).toMatchObject([
    { level: 'warning', message: expect.stringContaining('0001_') },
  ])
  expect(report.of('dealers')).toEqual([])
  expect(await runSql(server, "SELECT name FROM schema_migrations WHERE name LIKE '0001%'")).toEqual([])
})

test('people get lines, with what to do', async () => {
  await using server = await startServer()
  const { code, stdout } = await server.command('doctor')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ok {7}database: It answers and has the newest schema\.$/m)
  expect(stdout).toMatch(/^warning {2}settings: ALLOW_PRIVATE_WEBHOOKS=true.*\n {9}-> Unset it/m)
  expect(stdout).toMatch(/^no errors, \d+ warnings?\.$/m)
})
