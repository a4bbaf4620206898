import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendRaw } from '../../../test/support/raw-http.ts'
import { answerTogether } from './answer-together.ts'

let app: FastifyInstance
let log: string[]
let events: string[]

beforeEach(() => {
  app = Fastify()
  log = []
  events = []
  answerTogether(app, pino({}, { write: (line: string) => log.push(line) }))
  app.addHook('onResponse', async (request) => {
    events.push(`${request.url} answered`)
  })
  app.get('/plain/*', async (request) => {
    events.push(`${request.url} handled`)
    return { url: request.url }
  })
  app.get('/broken', async (_request, reply) => reply.header('x-broken', 'line\nbreak').send('never'))
})
afterEach(() => app.close())

/** As requests on several connections do, each runs as far as it can before the next one begins. */
function injectInThisTurn(url: string): Promise<LightMyRequestResponse> {
  return new Promise((resolve) => setImmediate(() => resolve(app.inject({ url }))))
}

test('what comes together is handled before any of it is answered', async () => {
  const answers = await Promise.all(['/plain/a', '/plain/b', '/plain/c'].map(injectInThisTurn))
  expect(answers.map((answer) => answer.json())).toEqual([
    { url: '/plain/a' },
    { url: '/plain/b' },
    { url: '/plain/c' },
  ])
  expect(events.map((event) => event.split(' ')[1])).toEqual([
    ...Array(3).fill('handled'),
    ...Array(3).fill('answered'),
  ])
})

test('an answer that cannot be sent ends its connection and hinders no other', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  const [broken, plain] = await Promise.all([
    sendRaw(url, request('/broken')),
    sendRaw(url, request('/plain/a')),
  ])
  expect(broken).toBe('')
  expect(plain).toContain('{"url":"/plain/a"}')
  expect(log.join()).toContain('an answer could not be sent')
})
