import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { commandLine } from './temp-folders.ts'

const RUN = `
  const { startPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))})
  const server = await startPostgres()
  console.log(server.adminUrl)
  process.stdin.resume().on('end', () => server.stop().then(() => process.exit()))
`

test('the server ends with the run that started it, even a killed one', { timeout: 120_000 }, async () => {
  const { run, folder } = await startRun()
  run.kill('SIGKILL')
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 60_000)
})

test('a server whose supervisor was killed is ended by the next run', { timeout: 120_000 }, async () => {
  const { run, url, folder } = await startRun()
  const supervisor = Number.parseInt(basename(folder).replace('transom-test-pgdata-', ''), 10)
  process.kill(supervisor, 'SIGKILL')
  run.kill('SIGKILL')
  await vi.waitFor(() => expect(commandLine(supervisor)).toBe(''), 60_000)
  await expect(folderOf(url)).resolves.toBe(folder)

  const next = await startRun()
  expect(existsSync(folder)).toBe(false)
  await expect(folderOf(url)).rejects.toThrow()
  next.run.stdin?.end()
  await once(next.run, 'exit')
  expect(existsSync(next.folder)).toBe(false)
})

async function startRun(): Promise<{ run: ChildProcess; url: string; folder: string }> {
  const { DATABASE_URL_TEST: _given, ...env } = process.env
  const flags = ['--input-type=module', '--eval', RUN]
  const run = spawn(process.execPath, flags, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = (await once(run.stdout!.setEncoding('utf8'), 'data')) as [string]
  return { run, url: url.trim(), folder: await folderOf(url.trim()) }
}

async function folderOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // The server may be ended while this is connected: an error event without a listener would end the process.
  client.on('error', () => {})
  const { rows } = await client.query('SHOW data_directory')
  await client.end()
  return dirname(rows[0].data_directory)
}
