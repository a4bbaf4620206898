import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addFieldOptions, commandGroup, type Field, numberUpTo, readFields } from './options.ts'

const FIELDS: Field[] = [
  { name: 'name', kind: 'text', about: 'x' },
  { name: 'logo_url', kind: 'text', about: 'x', mayBeEmpty: true },
  { name: 'group_id', kind: 'number', about: 'x', nullable: true },
  { name: 'latitude', kind: 'number', about: 'x', nullable: true },
  { name: 'active', kind: 'flag', about: 'x' },
  { name: 'brands', kind: 'list', about: 'x' },
]

function read(...args: string[]) {
  const command = addFieldOptions(new Command().exitOverride(), FIELDS).action(() => undefined)
  return readFields(FIELDS, command.parse(args, { from: 'user' }).opts())
}

test('options set the values of fields, and omitted ones are absent', () => {
  expect(read()).toEqual({})
  expect(
    read(
      '--logo-url',
      '',
      '--group-id',
      '7',
      '--latitude',
      '-33.5',
      '--active',
      'false',
      '--brands',
      'a, b,',
    ),
  ).toEqual({ logo_url: '', group_id: 7, latitude: -33.5, active: false, brands: ['a', 'b'] })
})

test('list options may be repeated or empty, and none clears a nullable field', () => {
  expect(read('--brands', 'a', '--brands', 'b,c')).toEqual({ brands: ['a', 'b', 'c'] })
  expect(read('--brands', 'none')).toEqual({ brands: [] })
  expect(read('--group-id', 'none', '--logo-url', 'none')).toEqual({ group_id: null, logo_url: '' })
})

test.each([
  [['--group-id', '1e3'], '--group-id must be a number, not "1e3".'],
  [['--group-id', '9007199254740993'], '--group-id is too large: 9007199254740993.'],
  [['--latitude', ' '], '--latitude must be a number, not "".'],
  [['--name', 'none'], "--name can't be none: it must have a value."],
  [['--active', 'yes'], '--active must be true or false, not "yes".'],
])('%j is refused', (args, message) => {
  expect(() => read(...args)).toThrow(message)
})

test('two features can add commands to the same group', () => {
  const program = new Command()
  commandGroup(program, 'dealers', 'first').command('import')
  commandGroup(program, 'dealers', 'dealers').command('list')
  expect(program.commands.map((command) => command.description())).toEqual(['dealers'])
  expect(program.commands[0]!.commands.map((command) => command.name())).toEqual(['import', 'list'])
})

test.each(['0', '-1', '1.5', '1e3', ' 7', 'all', '10001'])('%j is not a number up to 10000', (text) => {
  const command = new Command()
    .exitOverride()
    .configureOutput({ writeErr() {} })
    .option('--limit <number>', 'x', numberUpTo(10_000))
  expect(() => command.parse(['--limit', text], { from: 'user' })).toThrow(
    `option '--limit <number>' argument '${text}' is invalid. It must be a whole number from 1 to 10000.`,
  )
  expect(command.parse(['--limit', '10000'], { from: 'user' }).opts()).toEqual({ limit: 10_000 })
})
