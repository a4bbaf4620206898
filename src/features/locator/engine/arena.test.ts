import { expect, test } from 'vitest'
import { ArenaWriter } from './arena.ts'

test('gives back each text, whole, and reads one byte in 64 of those that are fetched', () => {
  const texts = ['a'.repeat(64), '', 'é'.repeat(40), 'b'.repeat(700_000), 'c'.repeat(700_000)]
  const writer = new ArenaWriter()
  for (const text of texts) writer.append(text)
  const { arena } = writer.finish()
  for (const [index, text] of texts.entries()) {
    const target = Buffer.alloc(arena.size(index) + 5)
    expect(arena.copy(index, target, 5)).toBe(target.length)
    expect(target.toString('utf8', 5) === text).toBe(true)
  }
  arena.fetch(Uint32Array.of(4, 0, 1, 2, 3), 4)
  const [a, c, é] = ['a', 'c', 'é'].map((letter) => Buffer.from(letter)[0]!)
  expect(arena.fetched).toBe(Math.ceil(700_000 / 64) * c! + a! + 2 * é!)
})
