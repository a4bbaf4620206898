import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeServer, startServer, type TestServer } from '../support/server.ts'

const PAGE = 4096

/** A server that is not running, after `damage` has had its way with the pages of its database. */
async function damagedServer(damage: (pages: Buffer) => void): Promise<TestServer> {
  const server = await makeServer()
  const file = join(server.database.env.DATA_DIR, 'transom.db')
  const pages = readFileSync(file)
  damage(pages)
  writeFileSync(file, pages)
  return server
}

const brokenTables = (pages: Buffer) => pages.fill(7, 2 * PAGE)
const noDatabase = (pages: Buffer) => pages.fill('garbage ')

test('a damaged file is a finding among the others', async () => {
  await using server = await damagedServer(brokenTables)
  const { code, stdout, stderr } = await server.command('doctor')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toMatch(/^error {4}integrity: The file is damaged: .*\n {9}-> .*restore the last backup/m)
  expect(stdout).toMatch(/^ok {7}machine/m)
})

test('so is one that cannot be opened at all', async () => {
  await using server = await damagedServer(noDatabase)
  const { code, stdout, stderr } = await server.command('doctor', '--json')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  const { healthy, findings } = JSON.parse(stdout)
  expect(healthy).toBe(false)
  expect(findings).toContainEqual(expect.objectContaining({ check: 'settings', level: 'warning' }))
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: 'integrity',
      level: 'fault',
      message: expect.stringContaining('not a'),
    }),
  )
  expect(findings).toContainEqual(
    expect.objectContaining({
      check: 'database',
      level: 'fault',
      message: expect.stringContaining('NOTADB'),
    }),
  )
})

test('a file that is away while a server has it open is found, and its log is left alone', async () => {
  await using server = await startServer({ ownProcess: true })
  const file = join(server.database.env.DATA_DIR, 'transom.db')
  await server.apply({ brands: [{ slug: 'kept', name: 'Kept' }] })
  const log = readFileSync(`${file}-wal`)
  renameSync(file, `${file}.away`)
  for (const put of [() => undefined, () => writeFileSync(file, '')]) {
    put()
    const { code, stdout } = await server.command('doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^error {4}database: It cannot be used\. .*transom\.db is missing or empty, but/m)
    expect(await server.command('apply', '/dev/null')).toMatchObject({ code: 1 })
    expect(readFileSync(`${file}-wal`).equals(log)).toBe(true)
  }
  renameSync(`${file}.away`, file)
  await server.restart('SIGKILL')
  expect((await server.command('brands', 'list')).stdout).toContain('kept')
})
