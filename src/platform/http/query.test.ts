import { describe, expect, it } from 'vitest'
import fc from '../../../test/support/fast-check.ts'
import { parseQuery } from './query.ts'

/** Any UTF-16 code unit, ASCII often; fast-check's own `binary` takes most of a second to set up. */
const codeUnit = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }))
  .map((unit) => String.fromCharCode(unit))

describe('parseQuery', () => {
  it.each<[string, Record<string, string>]>([
    ['', {}],
    ['brand=harbor-craft', { brand: 'harbor-craft' }],
    ['brand=a&postal_code=K1A+0B1&country=ca', { brand: 'a', postal_code: 'K1A 0B1', country: 'ca' }],
    ['a+b=c+d+e', { 'a b': 'c d e' }],
    ['postal_code=K1A%200B1', { postal_code: 'K1A 0B1' }],
    ['sum=1%2B1', { sum: '1+1' }],
    ['city=M%C3%BCnchen&boat=%F0%9F%9A%A4', { city: 'München', boat: '🚤' }],
    ['limit=%205', { limit: ' 5' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a==b=', { a: '=b=' }],
    ['=1', { '': '1' }],
    ['&&a=1&', { a: '1' }],
    ['a=1;b=2', { a: '1;b=2' }],
    ['a=%5B%5D[]', { a: '[][]' }],
    ['?a=1', { '?a': '1' }],
    ['a.b=1', { 'a.b': '1' }],
    ['%61=%31', { a: '1' }],
    ['a=%EF%BF%BD', { a: '\ufffd' }],
    ['toString=1&hasOwnProperty=2', { toString: '1', hasOwnProperty: '2' }],
  ])('reads %j', (search, expected) => {
    const { params, problem } = parseQuery(search)
    expect(problem).toBeNull()
    expect({ ...params }).toEqual(expected)
  })

  it('treats __proto__ like any other name', () => {
    const { params, problem } = parseQuery('__proto__=x')
    expect(problem).toBeNull()
    expect(Object.entries(params)).toEqual([['__proto__', 'x']])
    expect('toString' in params).toBe(false)
    expect(params.constructor).toBeUndefined()
  })

  it.each<[string, RegExp]>([
    ['a=%zz', /value of "a" is not percent-encoded UTF-8/],
    ['a=%', /UTF-8/],
    ['a=%4', /UTF-8/],
    ['a=100%', /UTF-8/],
    ['a=%c0%af', /UTF-8/],
    ['a=%ed%a0%80', /UTF-8/],
    ['a=%e2%82', /UTF-8/],
    ['a=%ff', /UTF-8/],
    ['a=%f5%80%80%80', /UTF-8/],
    ['%zz=1', /name of a query parameter/],
    ['a=%00', /value of "a" contains a NUL/],
    ['%00=1', /name of a query parameter contains a NUL/],
    ['a=1&a=2', /"a" is given more than once/],
    ['a=1&b=2&%61=1', /"a" is given more than once/],
    ['a&a', /more than once/],
    ['a=1&a=', /more than once/],
    ['__proto__=1&__proto__=2', /more than once/],
    ['a[]=1', /"a\[\]" has brackets/],
    ['a[b]=1', /brackets/],
    ['a%5B%5D=1', /brackets/],
    ['a]=1', /brackets/],
    ['city=München', /only ASCII/],
    ['a=\ud800', /only ASCII/],
    ['a=\0', /only ASCII/],
    ['a=b c', /only ASCII/],
    ['a=b\n', /only ASCII/],
  ])('finds a problem in %j', (search, problem) => expect(parseQuery(search).problem).toMatch(problem))

  it('keeps its messages short', () => {
    const { problem } = parseQuery(`${'x'.repeat(9000)}[]=1`)
    expect(problem?.length).toBeLessThan(200)
  })

  it('parses everything that URLSearchParams writes', () => {
    const value = fc
      .string({ unit: codeUnit })
      .map((text) => text.toWellFormed())
      .filter((text) => !text.includes('\0'))
    const name = value.filter((text) => !/[[\]]/.test(text))
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key }), (pairs) => {
        const written = new URLSearchParams(pairs)
        const { params, problem } = parseQuery(String(written))
        expect(problem).toBeNull()
        expect(Object.entries(params).sort()).toEqual([...written].sort())
      }),
    )
  })

  it('never throws, and never lets a NUL or a lone surrogate through', () => {
    const piece = fc.constantFrom('a', 'b', '=', '&', '%', '0', '00', 'c', 'ed', '%ed%a0%80', '[', '+', 'é')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { params, problem } = parseQuery(pieces.join(''))
        if (problem !== null) return
        for (const text of Object.entries(params).flat()) {
          expect(text.isWellFormed()).toBe(true)
          expect(text).not.toContain('\0')
        }
      }),
    )
  })
})
