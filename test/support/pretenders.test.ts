import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { Client } from './client.ts'
import { startCrm } from './crm.ts'
import { startMailServer } from './smtp.ts'

test('the CRM keeps what comes and answers as told', async () => {
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
