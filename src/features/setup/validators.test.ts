import { describe, expect, test } from 'vitest'
import type { Issue } from '../../platform/errors.ts'
import {
  decimal,
  fields,
  flag,
  integer,
  list,
  nullable,
  object,
  oneOf,
  orEmpty,
  type Read,
  record,
  secretText,
  text,
} from './validators.ts'

function read<T>(reader: Read<T>, value: unknown) {
  const issues: Issue[] = []
  const result = reader(value, 'x', issues)
  return issues.length > 0 ? issues.map(({ field, message }) => `${field} ${message}`) : result
}

describe('what is right is read', () => {
  test.each<[string, Read<unknown>, unknown, unknown]>([
    ['text, trimmed', text(), '  a b ', 'a b'],
    ['an empty text', text(), ' ', ''],
    ['a secret as it stands', secretText(), ' a ', ' a '],
    ['characters, not UTF-16 units', text({ most: 1 }), '⛵', '⛵'],
    ['a whole number', integer(1, 9), 9, 9],
    ['a number', decimal(-90, 90), -90, -90],
    ['a flag', flag, false, false],
    ['one of several', oneOf('a', 'b'), 'b', 'b'],
    ['null where it may be', nullable(flag), null, null],
    ['null for an empty text', orEmpty(text()), null, ''],
    ['a list', list(flag), [true, false], [true, false]],
    ['a record', record(text()), { a: 'b' }, { a: 'b' }],
    [
      'a record with an unusual name',
      record(text()),
      JSON.parse('{"__proto__":"b"}'),
      JSON.parse('{"__proto__":"b"}'),
    ],
    ['an object, absent fields absent', object({ a: flag, b: flag }), { b: true }, { b: true }],
    [
      'an object in the order of its shape',
      object({ a: flag, b: flag }),
      { b: true, a: false },
      { a: false, b: true },
    ],
  ])('%s', (_what, reader, value, result) => {
    expect(JSON.stringify(read(reader, value))).toBe(JSON.stringify(result))
  })
})

describe('of what is wrong, there comes back', () => {
  test.each<[string, Read<unknown>, unknown, unknown]>([
    ['no text that is none', text(), 7, undefined],
    ['the good items of a list', list(flag), [1, true, 'x', false], [true, false]],
    ['nothing of an object that must be whole', object({ a: flag, b: flag }), { a: true, b: 1 }, undefined],
    ['nothing of one that lacks a field', object({ a: flag, b: flag }, ['b']), { a: true }, undefined],
    ['the good ones of some fields', fields({ a: flag, b: flag }), { a: true, b: 1, c: 2 }, { a: true }],
    ['those that are there', fields({ a: flag, b: flag }, ['b']), { a: true }, { a: true }],
    ['no fields of a list', fields({ a: flag }), [], undefined],
  ])('%s', (_what, reader, value, result) => {
    const issues: Issue[] = []
    expect(reader(value, 'x', issues)).toStrictEqual(result)
    expect(issues).not.toEqual([])
  })
})

describe('what is wrong is told with its path', () => {
  test.each<[string, Read<unknown>, unknown, string[]]>([
    ['a number for text', text(), 7, ['x must be text']],
    ['a blank text', text({ least: 1 }), '  ', ['x must not be empty']],
    ['a long text', text({ most: 2 }), 'abc', ['x must have at most 2 characters']],
    ['NUL', text(), 'a\0', ['x must not hold NUL characters or half surrogate pairs']],
    ['half a pair', text(), '\ud800', ['x must not hold NUL characters or half surrogate pairs']],
    ['a short secret', secretText({ least: 3 }), 'ab', ['x must have at least 3 characters']],
    ['text for a number', integer(1, 9), '7', ['x must be a whole number from 1 to 9']],
    ['a fraction', integer(1, 9), 1.5, ['x must be a whole number from 1 to 9']],
    ['a number out of range', decimal(-90, 90), 90.1, ['x must be a number from -90 to 90']],
    [
      'a number too large for a double',
      decimal(-90, 90),
      JSON.parse('1e999'),
      ['x must be a number from -90 to 90'],
    ],
    ['text for a flag', flag, 'true', ['x must be true or false']],
    ['none of several', oneOf('a', 'b'), 'c', ['x must be one of a, b']],
    ['null', text(), null, ['x must be text']],
    [
      'each item of a list',
      list(flag),
      [1, true, 2],
      ['x[0] must be true or false', 'x[2] must be true or false'],
    ],
    ['an object for a list', list(flag), {}, ['x must be a list']],
    ['a value of a record', record(text()), { a: 1 }, ['x.a must be text']],
    ['a name of a record', record(text()), { '': 'b' }, ['x. (the name) must not be empty']],
    ['a list for an object', object({}), [], ['x must be an object']],
    ['null for an object', object({}), null, ['x must be an object']],
    ['an unknown field', object({ a: flag }), { b: 1 }, ['x.b is not a field here; there are a']],
    [
      'an inherited name',
      object({ a: flag }),
      { toString: 1 },
      ['x.toString is not a field here; there are a'],
    ],
    ['a missing field', object({ a: flag }, ['a']), {}, ['x.a must be given']],
    [
      'all of it',
      object({ a: flag, b: text() }, ['b']),
      { a: 1, c: 2 },
      ['x.a must be true or false', 'x.c is not a field here; there are a, b', 'x.b must be given'],
    ],
  ])('%s', (_what, reader, value, issues) => {
    expect(read(reader, value)).toEqual(issues)
  })
})
