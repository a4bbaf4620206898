import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { makeIntegrator, newHin } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'
import { refusal } from '../errors.ts'

const server = await startFileServer({ ownProcess: true })
const ada = await makeIntegrator(server)

test('while another process holds the write lock, reads continue and writes end with 503 within a budget', async () => {
  const file = join(server.database.env.DATA_DIR, 'transom.db')
  const hin = newHin()
  expect(await ada.register({ hin })).toMatchObject({ status: 201 })
  const other = new Sqlite(file)
  other.exec('BEGIN IMMEDIATE')
  const asked = performance.now()
  // More than are written together: who waits behind the first has the same budget.
  const writes = Promise.all(Array.from({ length: 130 }, () => ada.register()))
  for (let i = 0; i < 20; i++) {
    expect(await ada.call('GET', `/warranty/${hin}`)).toMatchObject({ status: 200 })
  }
  expect(performance.now() - asked).toBeLessThan(4_000)
  const answers = await writes
  // All of them end within 5 s; a busy machine adds to it.
  expect(performance.now() - asked).toBeLessThan(7_000)
  for (const answer of answers) {
    expect(answer).toMatchObject(refusal(503, 'UNAVAILABLE'))
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  }
  other.exec('COMMIT')
  other.close()
  expect(await ada.register()).toMatchObject({ status: 201 })
})

test('a write waits for another process that is done in a moment', async () => {
  const other = new Sqlite(join(server.database.env.DATA_DIR, 'transom.db'))
  other.exec('BEGIN IMMEDIATE')
  setTimeout(() => {
    other.exec('COMMIT')
    other.close()
  }, 300)
  expect(await ada.register()).toMatchObject({ status: 201 })
})
