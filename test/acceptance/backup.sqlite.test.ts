import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { startCrm } from '../support/crm.ts'
import { makeIntegrator, newHin } from '../support/integrator.ts'
import { startFileServer } from '../support/server.ts'
import { untilSync } from '../support/warranty-crm.ts'
import { endWaits, runSql } from './behind.ts'

/** How often a command is killed in the middle, each time a little later in its work. */
const ROUNDS = 2
const ROOT = join(import.meta.dirname, '../..')

// The secret is the one that the server makes.
const server = await startFileServer({ ownProcess: true, env: { TRANSOM_JWT_SECRET: '' } })
const ada = await makeIntegrator(server)
const folder = server.database.env.DATA_DIR

/** Registers warranties without a pause until told to stop, and keeps the HINs of those that were acknowledged. */
function writeAlways() {
  const told: string[] = []
  let over = false
  const writers = Array.from({ length: 2 }, async () => {
    while (!over) {
      const hin = newHin()
      const answer = await ada.register({ hin }).catch(() => undefined)
      if (answer?.status === 201) told.push(hin)
    }
  })
  return {
    told,
    async stop() {
      over = true
      await Promise.all(writers)
    },
  }
}

function hinsIn(file: string): Set<string> {
  const db = new Sqlite(file, { readonly: true })
  try {
    expect(db.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
    return new Set(db.prepare('SELECT hin FROM warranties').pluck().all() as string[])
  } finally {
    db.close()
  }
}

/** Starts a command, and kills it as soon as `moment` says so. Whether it was in time. */
async function killCommand(args: string[], moment: () => boolean): Promise<boolean> {
  const env = { ...server.env, PATH: process.env.PATH }
  const child = spawn(process.execPath, ['src/cli/program.ts', ...args], { cwd: ROOT, env, stdio: 'ignore' })
  const exited = once(child, 'exit')
  while (child.exitCode === null && !moment()) await sleep(1)
  child.kill('SIGKILL')
  const [, signal] = await exited
  return signal === 'SIGKILL'
}

const names = (part: string) => readdirSync(folder).filter((name) => name.includes(part))

test('under constant writes a backup ends, and has all that was acknowledged before it began', async () => {
  const file = join(folder, 'busy.backup')
  const writer = writeAlways()
  while (writer.told.length < 100) await sleep(5)
  const before = [...writer.told]
  const { code, stdout, stderr } = await server.command('backup', file, '--json')
  const after = writer.told.length
  await writer.stop()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(after).toBeGreaterThan(before.length)
  const kept = hinsIn(file)
  expect(before.filter((hin) => !kept.has(hin))).toEqual([])
  expect(JSON.parse(stdout)).toMatchObject({ file, has_secret: true, counts: { warranties: kept.size } })
})

test('restore refuses beside a running server, which does not notice', async () => {
  const file = join(folder, 'refused.backup')
  await server.command('backup', file)
  const refused = await server.command('restore', file)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /^A server or a command uses .*transom\.db\. Stop it first\. Nothing was changed\.$/m,
  )
  expect(await ada.register()).toMatchObject({ status: 201 })
})

test('restore brings back records, logins and pending deliveries', async () => {
  await using crm = await startCrm()
  const bo = await makeIntegrator(server, {
    brand: {
      warranty_crm: { type: 'webhook', url: crm.url('/sync'), secret: `whsec_${btoa('k'.repeat(32))}` },
    },
  })
  crm.always('/sync', { status: 503, headers: { 'retry-after': '600' } })
  const hin = newHin()
  await bo.register({ hin })
  // Nothing is under way in the backup: the restored server would wait for the end of its lease.
  await untilSync(bo, hin, { status: 'pending', attempts: 1 })
  const file = join(folder, 'whole.backup')
  expect(await server.command('backup', file)).toMatchObject({ code: 0 })

  crm.always('/sync', { status: 200 })
  const sent = crm.at('/sync').length
  await bo.call('POST', `/warranty/${hin}/retry-sync`)
  await crm.received('/sync', sent + 1)
  const lost = newHin()
  await bo.register({ hin: lost })
  await server.kill('SIGTERM')
  rmSync(join(folder, 'jwt-secret'))
  const { code, stdout } = await server.command('restore', file)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Deliveries sent since then are sent again, under the same message ids\.$/m)
  expect(stdout).toMatch(/ person erase --again$/m)
  const again = crm.at('/sync').length
  // Ten minutes later.
  await endWaits(server)
  await server.start()

  expect(await bo.call('GET', `/warranty/${hin}`)).toMatchObject({ status: 200 })
  expect(await bo.call('GET', `/warranty/${lost}`)).toMatchObject({ status: 404 })
  const events = await crm.received('/sync', again + 1)
  const ids = events
    .filter(({ raw }) => raw.toString().includes(hin))
    .map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  expect(await runSql(server, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
})

test('a killed backup leaves no file of its name or a complete one, and the server continues', async () => {
  const file = join(folder, 'killed.backup')
  const writer = writeAlways()
  let killed = 0
  // One that was done before the signal came does not count.
  while (killed < ROUNDS) {
    let looks = 0
    if (
      await killCommand(
        ['backup', file, '--force'],
        () => names('killed.backup.partial').length > 0 && ++looks > killed,
      )
    )
      killed++
    for (const name of names('.partial-')) rmSync(join(folder, name))
    if (existsSync(file)) hinsIn(file)
  }
  await writer.stop()
  const kept = new Set((await runSql(server, 'SELECT hin FROM warranties')).map(({ hin }) => hin))
  expect(writer.told.filter((hin) => !kept.has(hin))).toEqual([])
  expect(await server.command('backup', file, '--force')).toMatchObject({ code: 0 })
})

test('a killed restore leaves either the old database or the new one, complete', async () => {
  const file = join(folder, 'one.backup')
  await server.command('backup', file)
  const old = hinsIn(file)
  await ada.register()
  await server.kill('SIGTERM')
  const present = join(folder, 'transom.db')
  const newer = hinsIn(present)
  copyFileSync(present, join(folder, 'newer'))
  let killed = 0
  // One that was done before the signal came does not count.
  while (killed < ROUNDS) {
    copyFileSync(join(folder, 'newer'), present)
    let looks = 0
    if (await killCommand(['restore', file], () => names('.restoring-').length > 0 && ++looks > killed * 2))
      killed++
    expect([old.size, newer.size]).toContain(hinsIn(present).size)
    if (killed === ROUNDS) break
    for (const name of [...names('.restoring-'), ...names('.before-')]) rmSync(join(folder, name))
  }
  // The next restore removes what the killed one has left behind.
  expect(await server.command('restore', file)).toMatchObject({ code: 0 })
  expect(names('.restoring-')).toEqual([])
  expect(hinsIn(present)).toEqual(old)
  await server.start()
  expect(await ada.register()).toMatchObject({ status: 201 })
})
