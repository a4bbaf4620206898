import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeServer } from '../support/server.ts'

test('on PostgreSQL backup and restore say what to run, do nothing, and end with 3', async () => {
  await using server = await makeServer()
  const { DATABASE_URL, DATA_DIR } = server.database.env
  const { hostname, port, username, password, pathname } = new URL(DATABASE_URL!)
  const where = `--host=${hostname} --port=${port} --username=${username}`
  const backup = await server.command('backup', 'a.dump')
  expect(backup).toMatchObject({ code: 3, stderr: expect.stringContaining('Nothing was done') })
  expect(backup.stdout).toContain(`pg_dump ${where} --dbname=${pathname.slice(1)}`)
  const restore = await server.command('restore', 'a.dump', '--json')
  expect(restore.code).toBe(3)
  expect(JSON.parse(restore.stdout).commands[1]).toContain(`pg_restore ${where}`)
  if (password !== '') expect(JSON.stringify([backup, restore])).not.toContain(password)
  expect(readdirSync(DATA_DIR)).toEqual([])
})
