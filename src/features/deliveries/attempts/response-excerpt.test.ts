import { describe, expect, it } from 'vitest'
import fc from '../../../../test/support/fast-check.ts'
import { responseExcerpt } from './response-excerpt.ts'

describe('responseExcerpt', () => {
  it('keeps a short answer unchanged', () => {
    expect(responseExcerpt(Buffer.from('{"ok":true}\r\n\tü🚤'))).toBe('{"ok":true}\r\n\tü🚤')
    expect(responseExcerpt(Buffer.alloc(0))).toBeNull()
  })

  it('keeps the first 2 KB, without a character that is cut in two', () => {
    expect(responseExcerpt(Buffer.alloc(5_000, 'x'))).toBe('x'.repeat(2_048))
    expect(responseExcerpt(Buffer.from(`${'x'.repeat(2_046)}🚤🚤`))).toBe('x'.repeat(2_046))
  })

  it('replaces characters that are unsafe for a terminal or a database', () => {
    expect(responseExcerpt(Buffer.from('a\0b\x1b[2Jc\x7f\u0085\u202E'))).toBe(
      'a\uFFFDb\uFFFD[2Jc\uFFFD\uFFFD\uFFFD',
    )
    expect(responseExcerpt(Buffer.from([0xff, 0xfe, 0x41]))).toBe('\uFFFD\uFFFDA')
  })

  it('returns text without control characters for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 3_000 }), (bytes) => {
        const text = responseExcerpt(Buffer.from(bytes))!
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toMatch(/[^\P{Cc}\t\n\r]/u)
      }),
    )
  })
})
