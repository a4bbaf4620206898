import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { startMailServer } from '../../../../test/support/smtp.ts'
import { createTestCertificate } from '../../../platform/outgoing/certificate.test-support.ts'
import { createMailer } from '../../../platform/outgoing/mailer.ts'
import { checkMail } from './check-mail.ts'

const from = 'Harbor Craft <leads@example.com>'
const NEEDS_UTF8 =
  'The address has letters that need SMTPUTF8, which the mail server does not offer. ' +
  'Use an address in plain ASCII, or a mail server that offers SMTPUTF8.'

test('connects and logs in, and sends a mail only where asked to', async () => {
  await using server = await startMailServer()
  expect(await checkMail({ url: server.url, from }, undefined)).toMatchObject([{ level: 'ok' }])
  expect(server.mails).toEqual([])
  const findings = await checkMail({ url: server.url, from }, 'me@example.com')
  expect(findings).toMatchObject([{ level: 'ok' }, { level: 'ok' }])
  expect(server.mails).toMatchObject([{ from: 'leads@example.com', to: ['me@example.com'] }])
  expect(server.mails[0]!.source).toContain('Subject: Test mail of Transom')
})

test('an address with commas is one address', async () => {
  await using server = await startMailServer()
  await checkMail({ url: server.url, from }, 'a@example.com, b@example.com')
  expect(server.mails.flatMap(({ to }) => to)).not.toContain('b@example.com')
})

test('an address that needs SMTPUTF8 is reported where the server does not offer it', async () => {
  await using server = await startMailServer()
  const refused = await checkMail({ url: server.url, from }, 'zoë@example.com')
  expect(refused).toMatchObject([{ level: 'ok' }, { level: 'fault', message: NEEDS_UTF8 }])
  expect(server.mails).toEqual([])
  server.offer('SMTPUTF8')
  const sent = await checkMail({ url: server.url, from }, 'zoë@example.com')
  expect(sent).toMatchObject([{ level: 'ok' }, { level: 'ok' }])
  expect(server.mails).toMatchObject([{ to: ['zoë@example.com'] }])
})

test('a domain beyond ASCII needs no SMTPUTF8', async () => {
  await using server = await startMailServer()
  await checkMail({ url: server.url, from }, 'zoe@exämple.com')
  expect(server.mails).toMatchObject([{ to: ['zoe@xn--exmple-cua.com'] }])
})

test('says what is wrong, with no word of the password', async () => {
  await using server = await startMailServer()
  server.refuseNext('550 5.7.1 not from you')
  expect(await checkMail({ url: server.url, from }, 'me@example.com')).toMatchObject([
    { level: 'ok' },
    { level: 'fault', message: 'The mail server answered with 550.' },
  ])
  const closed = await checkMail({ url: 'smtp://leads:hunter2@127.0.0.1:1', from }, undefined)
  expect(closed).toMatchObject([{ level: 'fault' }])
  expect(JSON.stringify(closed)).not.toContain('hunter2')
})

test('a refused login is a problem', async () => {
  const server = createServer((socket) => {
    socket.write('220 localhost ready\r\n')
    socket.on('data', (line) => {
      const isHello = /^EHLO/i.test(String(line))
      socket.write(isHello ? '250-localhost\r\n250 AUTH PLAIN\r\n' : '535 5.7.8 no, hunter2 it is not\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const findings = await checkMail(
    { url: `smtp://leads:hunter2@127.0.0.1:${port}?ignoreTLS=true`, from },
    undefined,
  )
  server.close()
  expect(findings).toMatchObject([
    { level: 'fault', message: 'The mail server answered the login with 535.' },
  ])
})

test('a server without encryption gets no password, unless SMTP_URL says so, and no mail without a login', async () => {
  await using server = await startMailServer()
  const withPassword = server.url.replace('//', '//leads:hunter2@')
  for (const query of ['', '?ignoreTLS=false', '?ignoreTLS=0', '?ignoreTLS=', '?opportunisticTLS=true']) {
    expect(await checkMail({ url: withPassword + query, from }, 'me@example.com')).toMatchObject([
      {
        level: 'fault',
        message:
          'The mail server does not encrypt: it answered STARTTLS with 502. ' +
          'A password needs that, unless SMTP_URL says ignoreTLS=true.',
      },
      { level: 'fault' },
    ])
  }
  expect(await checkMail({ url: `${withPassword}?ignoreTLS=true`, from }, 'me@example.com')).toMatchObject([
    { level: 'fault', message: 'The mail server answered the login with 502.' },
    { level: 'fault' },
  ])
  expect(server.mails).toEqual([])
  for (const query of ['', '?requireTLS=false', '?ignoreTLS=true']) {
    expect(await checkMail({ url: `${server.url}/${query}`, from }, undefined)).toMatchObject([
      { level: 'ok', message: 'The mail server accepts connections, without encryption.' },
    ])
  }
})

test('a server that offers encryption goes without only where SMTP_URL says so', async () => {
  const secureContext = createSecureContext(certificate())
  const server = createServer((socket) => {
    socket.write('220 localhost ready\r\n')
    socket.on('error', () => socket.destroy())
    socket.on('data', (line) => {
      if (!/^STARTTLS/.test(String(line))) return socket.write('250-localhost\r\n250 STARTTLS\r\n')
      socket.removeAllListeners('data').write('220 go on\r\n')
      const encrypted = new TLSSocket(socket, { isServer: true, secureContext })
      return encrypted.on('data', () => encrypted.write('250 localhost\r\n')).on('error', () => undefined)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const said = async (query: string) => {
    const url = `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false${query}`
    return (await checkMail({ url, from }, undefined)).map(({ message }) => message)
  }
  for (const query of ['', '&ignoreTLS=false', '&ignoreTLS=0']) {
    expect(await said(query)).toEqual(['The mail server accepts connections.'])
  }
  for (const query of ['&ignoreTLS=true', '&ignoreTLS=1']) {
    expect(await said(query)).toEqual(['The mail server accepts connections, without encryption.'])
  }
  server.close()
})

test('an untrusted certificate is reported, and accepted where SMTP_URL says so', async () => {
  await using server = await startMailServer(certificate())
  expect(await checkMail({ url: server.url, from }, undefined)).toMatchObject([
    { level: 'fault', message: 'No trusted TLS connection could be made (DEPTH_ZERO_SELF_SIGNED_CERT).' },
  ])
  const trusting = `${server.url}?tls.rejectUnauthorized=false`
  expect(await checkMail({ url: trusting, from }, undefined)).toMatchObject([
    { level: 'ok', message: 'The mail server accepts connections.' },
  ])
})

test.each([
  ['smtp://127.0.0.1:1', /^The target refused the connection \(ECONNREFUSED\)\.$/],
  // EAI_AGAIN: there is no name server.
  ['smtp://mail.invalid', /^The target's name could not be resolved \((ENOTFOUND|EAI_AGAIN)\)\.$/],
])('says why %s cannot be reached', async (url, message) => {
  const findings = await checkMail({ url, from }, undefined)
  expect(findings).toMatchObject([{ level: 'fault', message: expect.stringMatching(message) }])
})

test('a server that greets after twelve seconds is waited for', async () => {
  const server = createServer((socket) => socket.on('data', () => socket.write('250 localhost\r\n')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    const verified = createMailer({ url: `smtp://127.0.0.1:${port}`, from }).verify()
    const [socket] = (await once(server, 'connection')) as [Socket]
    vi.advanceTimersByTime(12_000)
    socket.write('220 localhost ready\r\n')
    expect(await verified).toEqual({ ok: true })
  } finally {
    vi.useRealTimers()
    server.close()
  }
})

test('no mail server is no problem, unless a mail was asked for', async () => {
  expect(await checkMail(undefined, undefined)).toMatchObject([{ level: 'ok' }])
  expect(await checkMail(undefined, 'me@example.com')).toMatchObject([{ level: 'fault' }])
})

function certificate() {
  const day = 86_400_000
  return createTestCertificate('localhost', new Date(Date.now() - day), new Date(Date.now() + day))
}
