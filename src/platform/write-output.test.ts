import { once } from 'node:events'
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeCompleteFile } from './write-output.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transom-output-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const GREETING = ['hello\n']

test('a link stays a link, and its target is written', async () => {
  const [target, link] = [join(folder, 'target'), join(folder, 'link')]
  writeFileSync(target, 'before')
  symlinkSync(target, link)
  await writeCompleteFile(link, GREETING)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(target, 'utf8')).toBe('hello\n')
})

test('a target that is not a file stays unchanged, and nothing is produced', async () => {
  const path = join(folder, 'socket')
  await using server = createServer().listen(path)
  await once(server, 'listening')
  const produce = async function* (): AsyncGenerator<string> {
    yield* await Promise.reject<string[]>(new Error('produced'))
  }
  await expect(writeCompleteFile(path, produce())).rejects.toThrow(
    `${path} is not a file. Leave out --output`,
  )
  expect(lstatSync(path).isSocket()).toBe(true)
})

test.each([
  ['a device', () => '/dev/null', /^\/dev\/null is not a file/],
  ['a folder', () => folder, /is not a file/],
  [
    'a file in a folder that is not there',
    () => join(folder, 'none', 'a'),
    /none\/a cannot be written: there is no such file or folder\. Check the path\.$/,
  ],
  ['no name', () => '', /^--output is empty/],
])('%s is refused', async (_what, path, message) => {
  await expect(writeCompleteFile(path(), GREETING)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(message),
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a failed write leaves the earlier file', async () => {
  const path = join(folder, 'a')
  writeFileSync(path, 'before')
  const fail = async function* () {
    yield 'half'
    throw new RangeError('broken')
  }
  await expect(writeCompleteFile(path, fail())).rejects.toThrow(RangeError)
  expect(readdirSync(folder)).toEqual(['a'])
  expect(readFileSync(path, 'utf8')).toBe('before')
})
