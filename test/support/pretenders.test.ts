import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { Client } from './client.ts'
import { startCrm } from './crm.ts'
import { startProxy } from './proxy.ts'
import { breakOff, sendRaw } from './raw-http.ts'
import { startMailServer } from './smtp.ts'

test('the CRM stores requests and responds as configured', async () => {
  await using crm = await startCrm()
  crm.next(
    '/leads',
    { status: 503 },
    { status: 201, body: 'made', headers: { 'content-type': 'text/plain' } },
  )
  crm.always('/broken', { fault: 'reset' })
  const client = new Client(crm.url(''))
  const statuses: number[] = []
  for (let count = 0; count < 3; count++) {
    statuses.push((await client.send('POST', '/leads', { body: { count } })).status)
  }
  expect(statuses).toEqual([503, 201, 200])
  expect((await crm.received('/leads', 3)).map(({ raw }) => raw.toString())).toEqual([
    '{"count":0}',
    '{"count":1}',
    '{"count":2}',
  ])
  await expect(client.send('GET', '/broken')).rejects.toThrow()
  await client.close()
})

test('a caller that breaks off in the middle of a request is ignored', async () => {
  await using crm = await startCrm()
  await breakOff(crm.url(''))
  expect(await sendRaw(crm.url(''), 'GET /whole HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(crm.requests.map(({ path }) => path)).toEqual(['/whole'])
})

test('the mail server keeps what it does not refuse', async () => {
  await using mailServer = await startMailServer()
  const transport = createTransport(mailServer.url)
  const mail = { from: 'transom@example.com', to: 'dealer@example.com', subject: 'Lead', text: '.dot\nend' }
  mailServer.refuseNext('550 5.1.1 no such user', '451 4.3.0 try again')
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 550 })
  await expect(transport.sendMail(mail)).rejects.toMatchObject({ responseCode: 451 })
  await transport.sendMail(mail)
  const [kept] = await mailServer.received()
  expect(kept).toMatchObject({ from: 'transom@example.com', to: ['dealer@example.com'] })
  expect(kept?.source).toContain('\r\n\r\n.dot\r\nend\r\n')
})

test('the proxy freezes and breaks what goes through it', async () => {
  await using crm = await startCrm()
  await using proxy = await startProxy(crm.url(''))
  const client = new Client(proxy.through(crm.url('/')).replace(/\/$/, ''))
  expect((await client.send('GET', '/a')).status).toBe(200)

  proxy.freeze()
  const frozen = client.send('GET', '/b')
  await expect(Promise.race([frozen, sleep(100, 'frozen')])).resolves.toBe('frozen')
  proxy.recover()
  expect((await frozen).status).toBe(200)

  proxy.takeDown()
  await expect(client.send('GET', '/c')).rejects.toThrow()
  proxy.recover()
  expect((await client.send('GET', '/d')).status).toBe(200)
  expect(crm.requests.map(({ path }) => path)).toEqual(['/a', '/b', '/d'])
  await client.close()
})

test('raw bytes reach a server as they are', async () => {
  await using crm = await startCrm()
  expect(await sendRaw(crm.url(''), 'GET /raw HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(crm.at('/raw')).toHaveLength(1)
})
