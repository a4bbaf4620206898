import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startFileServer } from '../../support/server.ts'
import { makeUsers } from './users.ts'

const LOGINS = 200

const server = await startFileServer()
const users = await makeUsers(server, { reader: {}, flood: {} })
await users.reader.logIn()

test(`${LOGINS} logins at once are all answered, and reads stay fast meanwhile`, {
  timeout: 300_000,
}, async () => {
  const started = performance.now()
  let done = false
  const body = users.flood.credentials
  const send = () => server.send('POST', '/api/v1/auth/login', { body })
  const logins = Promise.all(Array.from({ length: LOGINS }, send)).finally(() => {
    done = true
  })
  const times: number[] = []
  while (!done) {
    const asked = performance.now()
    expect(await users.reader.call('GET', '/warranty')).toMatchObject({ status: 200 })
    times.push(performance.now() - asked)
    await sleep(20)
  }
  expect((await logins).map(({ status }) => status)).toEqual(Array(LOGINS).fill(200))
  const took = performance.now() - started
  times.sort((a, b) => a - b)
  expect(times.length).toBeGreaterThan(20)
  // Each would wait for most of the logins if these were hashed on the event loop.
  expect(times[Math.floor(times.length / 2)]).toBeLessThan(took / 20)
  expect(times.at(-1)).toBeLessThan(took / 3)
})
