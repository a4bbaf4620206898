import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { startMailServer } from '../../../test/support/smtp.ts'
import { checkMail } from './check-mail.ts'

const from = 'Harbor Craft <leads@example.com>'

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

test('a log-in that is refused is a fault', async () => {
  const server = createServer((socket) => {
    socket.write('220 localhost ready\r\n')
    socket.on('data', (line) => {
      const isHello = /^EHLO/i.test(String(line))
      socket.write(isHello ? '250-localhost\r\n250 AUTH PLAIN\r\n' : '535 5.7.8 no, hunter2 it is not\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const findings = await checkMail({ url: `smtp://leads:hunter2@127.0.0.1:${port}`, from }, undefined)
  server.close()
  expect(findings).toMatchObject([{ level: 'fault', message: 'The mail server answered with 535.' }])
})

test('no mail server is no fault, unless a mail was asked for', async () => {
  expect(await checkMail(undefined, undefined)).toMatchObject([{ level: 'ok' }])
  expect(await checkMail(undefined, 'me@example.com')).toMatchObject([{ level: 'fault' }])
})
