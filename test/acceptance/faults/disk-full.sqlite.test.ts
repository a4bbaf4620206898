import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { makeIntegrator, newHin } from '../../support/integrator.ts'
import { startFileServer } from '../../support/server.ts'
import { logIn } from '../auth/users.ts'
import { runSql } from '../behind.ts'
import { leadRefusal, refusal } from '../errors.ts'

const server = await startFileServer({ ownProcess: true })
const ada = await makeIntegrator(server)

/** A limit on the size of files fails a write as a full disk does, and needs no privileges. */
function limitFiles(bytes: number | 'unlimited') {
  execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:unlimited`])
}

test('on a full disk nothing is acknowledged, reads continue, and new room is used immediately', async () => {
  const before = newHin()
  const refused = Array.from({ length: 20 }, newHin)
  expect(await ada.register({ hin: before })).toMatchObject({ status: 201 })

  limitFiles(1)
  const answers = await Promise.all(refused.map((hin) => ada.register({ hin })))
  for (const answer of answers) expect(answer).toMatchObject(refusal(503, 'UNAVAILABLE'))
  expect(await ada.submitLead()).toMatchObject(leadRefusal(503))
  const { email, password } = ada.credentials
  expect(await logIn(server, email, password)).toMatchObject(refusal(503, 'UNAVAILABLE'))
  expect(await server.isReady()).toBe(true)
  for (const hin of refused) {
    expect(await ada.call('GET', `/warranty/${hin}`)).toMatchObject(refusal(404, 'WARRANTY_NOT_FOUND'))
  }
  expect(await ada.call('GET', `/warranty/${before}`)).toMatchObject({ status: 200 })

  limitFiles('unlimited')
  for (const hin of refused) expect(await ada.register({ hin })).toMatchObject({ status: 201 })
  expect(await runSql(server, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect((await ada.call('GET', '/warranty')).body.meta.pagination.total).toBe(refused.length + 1)
})
