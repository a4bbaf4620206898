import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { runProgram } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'transom-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function run(args: string[], env: Record<string, string>) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const code = await runProgram(args, { env, self: 'transom', stdin: Readable.from([]), stdout, stderr })
  for (const stream of [stdout, stderr]) stream.end()
  return { code, stdout: await text(stdout), stderr: await text(stderr) }
}

test.each([
  [['leads', 'export']],
  [['leads', 'show', '1']],
  [['deliveries', 'stats']],
  [['audit', 'list']],
  [['locate', '--brand', 'a', '--postal', '99501']],
  [['warranties', 'export']],
  [['person', 'find', 'ada@example.com']],
  [['brands', 'list']],
  [['brands', 'create', 'a', '--name', 'A']],
  [['keys', 'rotate']],
  [['keys', 'drop-previous']],
])('%j does not create a database', async (args) => {
  const DATA_DIR = join(folder, 'nowhere')
  const { code, stdout, stderr } = await run(args, { DATA_DIR })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^There is no database in .*nowhere\. Set DATA_DIR or DATABASE_URL to where it is/)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test.each([
  [
    ['deliveries', 'list', '--status', 'foo'],
    '"foo" is not a valid value for --status <status>. The choices are pending, delivered, failed. See --help.',
  ],
  [['leads', 'list', '--limit', '0'], /^"0" is not a valid value for --limit <number>\. It must be a whole/],
  [['leads', 'show', 'abc'], /^"abc" is not a valid value for id\. It must be a whole number from 1 to /],
])('%j is refused with the value and what is valid', async (args, message) => {
  const { code, stderr } = await run(args, {})
  expect(code).toBe(1)
  if (typeof message === 'string') expect(stderr.trim()).toBe(message)
  else expect(stderr).toMatch(message)
})
