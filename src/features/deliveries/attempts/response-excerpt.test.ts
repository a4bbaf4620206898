import { describe, expect, it } from 'vitest'
import fc from '../../../../test/support/fast-check.ts'
import { responseExcerpt } from './response-excerpt.ts'

describe('keepable', () => {
  it('keeps an answer as it is', () => {
    expect(responseExcerpt(Buffer.from('{"ok":true}\r\n\tü🚤'))).toBe('{"ok":true}\r\n\tü🚤')
    expect(responseExcerpt(Buffer.alloc(0))).toBeNull()
  })

  it('keeps the first 2 KB, and no half of a character', () => {
    expect(responseExcerpt(Buffer.alloc(5_000, 'x'))).toBe('x'.repeat(2_048))
    expect(responseExcerpt(Buffer.from(`${'x'.repeat(2_046)}🚤🚤`))).toBe('x'.repeat(2_046))
  })

  it('replaces what a terminal or a database would stumble over', () => {
    expect(responseExcerpt(Buffer.from('a\0b\x1b[2Jc\x7f\u0085\u202E'))).toBe(
      'a\uFFFDb\uFFFD[2Jc\uFFFD\uFFFD\uFFFD',
    )
    expect(responseExcerpt(Buffer.from([0xff, 0xfe, 0x41]))).toBe('\uFFFD\uFFFDA')
  })

  it('is text without control characters, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 3_000 }), (bytes) => {
        const text = responseExcerpt(Buffer.from(bytes))!
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/[^\P{Cc}\t\n\r]/u)
      }),
    )
  })
})
