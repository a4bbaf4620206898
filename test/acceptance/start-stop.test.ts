import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { expect, test } from 'vitest'
import { makeServer, startServer } from '../support/server.ts'

test('a first start makes the tables and gets ready', async () => {
  await using server = await startServer({ ownProcess: true, empty: true })
  expect((await server.send('GET', '/livez')).status).toBe(200)
  expect((await server.send('GET', '/readyz')).status).toBe(200)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends the process with code 0', async (signal) => {
  await using server = await startServer({ ownProcess: true })
  expect(await server.kill(signal)).toBe(0)
  expect(server.output).toMatch(/"msg":"stopping".*"msg":"stopped"/s)
})

test('src/server/main.ts is a server too, without the command line', async () => {
  await using scratch = await makeServer({ empty: true })
  const env = { ...scratch.env, PORT: '0', PATH: process.env.PATH }
  const main = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env,
  })
  const exited = once(main, 'exit')
  for await (const line of createInterface(main.stdout)) if (line.includes('"msg":"ready"')) break
  main.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

test('a signal to npm start ends the server too', async () => {
  await using scratch = await makeServer({ empty: true })
  const env = { ...scratch.env, PORT: '0', PATH: process.env.PATH, HOME: process.env.HOME }
  const npm = spawn('npm', ['start'], { cwd: join(import.meta.dirname, '../..'), env })
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toContain('"msg":"ready"')
  } finally {
    npm.kill('SIGTERM')
  }
  const url = /http:[\d.:/]+/.exec(output)?.[0]
  expect(url).toBeDefined()
  const answers = async () => (await fetch(`${url}/livez`).catch(() => null)) !== null
  await expect.poll(answers, { timeout: 10_000 }).toBe(false)
})

test('a killed server starts again on its database', async () => {
  await using server = await startServer({ ownProcess: true })
  await server.restart('SIGKILL')
  expect(await server.isReady()).toBe(true)
})

test('two processes that start concurrently on a new database both get ready', async () => {
  await using first = await makeServer({ empty: true })
  await using second = await makeServer({ beside: first })
  await Promise.all([first.start(), second.start()])
  expect([await first.isReady(), await second.isReady()]).toEqual([true, true])
})
