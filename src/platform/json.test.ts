import { describe, expect, it } from 'vitest'
import fc from '../../test/support/fast-check.ts'
import { processorTime } from '../../test/support/processor-time.ts'
import { AppError, type ErrorCode, type Issue } from './errors.ts'
import { parseJson, tidy } from './json.ts'

/** Any UTF-16 code unit, ASCII often; fast-check's own `binary` takes most of a second to set up. */
const codeUnit = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }))
  .map((unit) => String.fromCharCode(unit))

describe('parseJson', () => {
  it.each<[string, Buffer, unknown]>([
    ['an object', Buffer.from('{"a":1}'), { a: 1 }],
    ['a byte order mark', Buffer.from('\ufeff{"a":1}'), { a: 1 }],
    ['text past ASCII', Buffer.from('{"a":"Müller 🚤"}'), { a: 'Müller 🚤' }],
    ['null', Buffer.from('null'), null],
    ['blanks around', Buffer.from(' \r\n[ ]\t'), []],
    ['a repeated key', Buffer.from('{"a":1,"a":2}'), { a: 2 }],
    ['a byte order mark within', Buffer.from('"\ufeff"'), '\ufeff'],
  ])('reads %s', (_name, bytes, value) => expect(parseJson(bytes)).toEqual(value))

  it.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /empty/],
    ['only a byte order mark', Buffer.from('\ufeff'), /not valid JSON/],
    ['two byte order marks', Buffer.from('\ufeff\ufeff{}'), /not valid JSON/],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), /not UTF-8/],
    ['a stray continuation byte', Buffer.from([0x22, 0x80, 0x22]), /not UTF-8/],
    ['a surrogate as bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /not UTF-8/],
    ['a character cut short', Buffer.from([0x22, 0xe2, 0x82]), /not UTF-8/],
    ['Latin-1', Buffer.from('{"a":"Müller"}', 'latin1'), /not UTF-8/],
    ['UTF-16 with its mark', Buffer.from('\ufeff{}', 'utf16le'), /not UTF-8/],
    ['UTF-16 without', Buffer.from('{}', 'utf16le'), /not valid JSON/],
    ['a cut-off object', Buffer.from('{'), /not valid JSON \(line 1 column 2\)/],
    ['an error on a later line', Buffer.from('{\n "a": 1,\n}'), /\(line 3 column 1\)/],
    ['a trailing comma', Buffer.from('[1,]'), /not valid JSON/],
    ['NaN', Buffer.from('{"a":NaN}'), /not valid JSON/],
    ['a raw NUL', Buffer.from('"a\0b"'), /not valid JSON/],
    ['two documents', Buffer.from('{}{}'), /not valid JSON/],
    ['a form', Buffer.from('a=1&b=2'), /not valid JSON/],
  ])('refuses %s', (_name, bytes, message) => {
    expectAppError(() => parseJson(bytes), 'INVALID_JSON', message)
  })

  it('does not quote the body back', () => {
    const error = expectAppError(
      () => parseJson(Buffer.from('{"password":"hunter2" oops}')),
      'INVALID_JSON',
      /JSON/,
    )
    expect(error.message).not.toMatch(/hunter2|oops/)
  })

  it('refuses a megabyte of brackets without parsing it', () => {
    const bytes = Buffer.from('['.repeat(2 ** 19) + ']'.repeat(2 ** 19))
    const read = () => expectAppError(() => parseJson(bytes), 'BAD_REQUEST', /deeper than 32/)
    expect(processorTime(read)).toBeLessThan(50)
  })
})

describe('tidy trims', () => {
  it.each<[string, unknown, unknown]>([
    ['at every level', { a: ' x ', b: { c: '\ty\n', d: [' z', { e: 'w ' }] } }, deepTrimmed()],
    ['down to nothing', { a: ' \u00a0\u2003\ufeff ' }, { a: '' }],
    ['the root', '  x ', 'x'],
    ['but not within', { a: 'x  y' }, { a: 'x  y' }],
    ['but not names', { ' a ': 1 }, { ' a ': 1 }],
    ['but not numbers', [1, null, true], [1, null, true]],
  ])('%s', (_name, value, expected) => expect(tidy(value)).toEqual({ value: expected, issues: [] }))

  it('all but the named properties of the root', () => {
    const value = { password: ' p ', email: ' e ', contact: { password: ' p ' } }
    expect(tidy(value, { untrimmed: ['password'] }).value).toEqual({
      password: ' p ',
      email: 'e',
      contact: { password: 'p' },
    })
  })
})

describe('tidy reports', () => {
  it.each<[string, string[]]>([
    ['{"a":"x\\u0000"}', ['a']],
    ['{"a":{"b":["ok",{"c":"\\u0000"}]}}', ['a.b.1.c']],
    ['{"a":"\\ud800"}', ['a']],
    ['{"a":"\\udc00\\ud800"}', ['a']],
    ['{"a\\u0000b":1}', ['a\\u0000b']],
    ['{"a":{"\\ud800":1}}', ['a.\\ud800']],
    ['{"\\u0000":"\\u0000"}', ['\\u0000', '\\u0000']],
    ['{"a\\u0000":{"b":"\\ud800"}}', ['a\\u0000', 'a\\u0000.b']],
    ['{"a":9007199254740992}', ['a']],
    ['{"a":9007199254740993}', ['a']],
    ['{"a":-9007199254740992}', ['a']],
    ['[1e400,-1e400]', ['0', '1']],
    ['{"a.b":{"c":1e999}}', ['a.b.c']],
    ['{"a":{"b":{}},"c":[1,[2]],"d":"\\u0000"}', ['d']],
    ['{"__proto":1e999,"a":"\\u0000"}', ['__proto', 'a']],
    ['"\\u0000"', ['']],
    ['1e400', ['']],
  ])('%s', (text, fields) => expect(issuesOf(text).map((issue) => issue.field)).toEqual(fields))

  it('even texts that it does not trim', () => {
    const { issues } = tidy({ password: '\0' }, { untrimmed: ['password'] })
    expect(issues).toEqual([{ field: 'password', message: expect.stringMatching(/NUL/) }])
  })

  it.each([
    ['{"a":9007199254740993}', /send it as a string/],
    ['{"a":1e400}', /send it as a string/],
    ['{"a":"\\u0000"}', /NUL/],
    ['{"a":"\\ud800"}', /surrogate/],
    ['{"a\\u0000":1}', /^A\\u0000 has a NUL .* in its name\.$/],
  ])('%s in words', (text, message) => expect(issuesOf(text)[0]?.message).toMatch(message))

  it.each([
    '{"a":9007199254740991,"b":-9007199254740991,"c":0.1,"d":1e-400,"e":-0}',
    '{"a":"\\ud83d\\udea4"}',
    '{"constructor":"Hinckley"}',
    '{"constructor":null}',
    '{"constructor":{"name":"Hinckley"}}',
    '{"constructor":["prototype"],"prototype":{}}',
    '{"constructor.prototype":1}',
    '{"hasOwnProperty":1,"toString":" x "}',
  ])('nothing of %s', (text) => expect(issuesOf(text)).toEqual([]))

  it('at most 100 issues, with shortened names', () => {
    const issues = issuesOf(`{"${'k'.repeat(5000)}":[${'1e999,'.repeat(1000)}1]}`)
    expect(issues).toHaveLength(100)
    expect(issues[99]?.field).toBe(`${'k'.repeat(64)}….99`)
  })
})

describe('tidy refuses', () => {
  it.each([
    '{"__proto__":1}',
    '{"__proto__":{"admin":true}}',
    '{"a":[{"__proto__":null}]}',
    '{"\\u005f_proto__":1}',
    '{"constructor":{"prototype":{}}}',
    '{"a":{"constructor":{"prototype":1}}}',
  ])('%s', (text) => {
    expectAppError(() => tidy(parse(text)), 'BAD_REQUEST', /may not use the name/)
    expect({}).not.toHaveProperty('admin')
  })

  it.each<[string, (depth: number) => string]>([
    ['arrays', (depth) => '['.repeat(depth) + ']'.repeat(depth)],
    ['objects', (depth) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`],
    ['both', (depth) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}${' '.repeat(depth % 2)}`],
  ])('%s past level 32', (_name, nest) => {
    expect(tidy(parse(nest(32))).issues).toEqual([])
    for (const depth of [34, 20_000]) {
      expectAppError(() => tidy(parse(nest(depth))), 'BAD_REQUEST', /deeper than 32/)
      expectAppError(() => tidy(JSON.parse(nest(depth))), 'BAD_REQUEST', /deeper than 32/)
    }
  })

  it('no document for its number of sibling objects', () => {
    expect(tidy(parse(`[${'{"a":[]},'.repeat(100)}1]`)).issues).toEqual([])
  })

  it('level 33, before it reports any issue', () => {
    const text = `["\\u0000",${'['.repeat(32)}${']'.repeat(32)}]`
    expectAppError(() => tidy(parse(text)), 'BAD_REQUEST', /deeper than 32/)
  })
})

describe('for any JSON', () => {
  it('a second pass changes nothing, and only strings change', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: codeUnit, maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value)
        if (text.includes('"__proto__"')) return
        const first = tidy(parse(text))
        expect(first.value).toEqual(trimSlowly(parse(text)))
        const again = structuredClone(first.value)
        expect(tidy(again)).toEqual(first)
      }),
    )
  })

  it('a long body is refused exactly where a short one is', () => {
    const piece = fc.constantFrom('[', ']', '{', '}', '"', '\\', '\\"', 'x')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 30, max: 34 }), (pieces, depth) => {
        const text = '['.repeat(depth) + JSON.stringify(pieces.join('')) + ']'.repeat(depth)
        expect(outcome(text + ' '.repeat(20_000))).toBe(outcome(text))
        expect(outcome(text)).toBe(depth > 32 ? 'BAD_REQUEST' : 'fine')
      }),
    )
  })
})

it.each<[string, string]>([
  ['invalid strings', `[${'" \\u0000 ",'.repeat(80_000)}1]`],
  ['numbers', `[${'1,'.repeat(500_000)}1]`],
  ['distinct names', `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join()}}`],
  ['one long blank string', JSON.stringify(`${' '.repeat(2 ** 20)}x`)],
])('a megabyte of %s is processed without blocking', (_name, text) => {
  const value = parse(text)
  expect(processorTime(() => tidy(value))).toBeLessThan(500)
})

function parse(text: string): unknown {
  return parseJson(Buffer.from(text))
}

function issuesOf(text: string): Issue[] {
  return tidy(parse(text)).issues
}

function outcome(text: string): string {
  try {
    tidy(parse(text))
    return 'fine'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

function expectAppError(run: () => unknown, code: ErrorCode, message: RegExp): AppError {
  try {
    run()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.code).toBe(code)
    expect(error.message).toMatch(message)
    return error
  }
  return expect.fail('nothing was thrown')
}

function trimSlowly(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, entry) =>
    typeof entry === 'string' ? entry.trim() : entry,
  )
}

function deepTrimmed(): unknown {
  return { a: 'x', b: { c: 'y', d: ['z', { e: 'w' }] } }
}
