import { type Command, InvalidArgumentError, Option } from 'commander'
import { AppError } from '../errors.ts'
import { isId, MOST_ID } from '../references.ts'

/** A field of a record that an option sets. */
export interface Field {
  /** Its name in the set-up file: `dealer_code` makes the option `--dealer-code`. */
  name: string
  kind: 'text' | 'number' | 'flag' | 'list'
  about: string
  /** `none` means null. A text describes what that means. */
  nullable?: boolean | string
  /** `none` means the empty text. */
  mayBeEmpty?: boolean
}

const PLACEHOLDERS = { text: 'text', number: 'number', flag: 'true|false', list: 'list' }

/** Returns the command for one kind of record, such as `dealers`. Creates it on the first call. */
export function commandGroup(program: Command, name: string, about: string): Command {
  const group = program.commands.find((command) => command.name() === name) ?? program.command(name)
  return group.description(about)
}

/** Adds examples to a command's help. They start with how the user called the program. */
export function addExamples(command: Command, ...lines: string[]): Command {
  return command.addHelpText('after', () => {
    const examples = lines.map(
      (line) => `  ${line.replace(/(^|\| )transom /, `$1${rootOf(command).name() || 'transom'} `)}`,
    )
    return `\nExamples:\n${examples.join('\n')}`
  })
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command
}

/** Adds an option for each field to a command. */
export function addFieldOptions(command: Command, fields: readonly Field[]): Command {
  for (const { name, kind, about, nullable, mayBeEmpty } of fields) {
    const flags = `--${name.replaceAll('_', '-')} <${PLACEHOLDERS[kind]}>`
    const none = typeof nullable === 'string' ? nullable : 'no value'
    const full = nullable || mayBeEmpty ? `${about}; none: ${none}` : about
    command.addOption(kind === 'list' ? listOption(flags, full) : new Option(flags, full))
  }
  return command
}

/** Returns the fields that the options set. @throws AppError (VALIDATION_ERROR) */
export function readFields(
  fields: readonly Field[],
  flags: Record<string, unknown>,
): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const field of fields) {
    const value = flags[camelCase(field.name)]
    if (value !== undefined) record[field.name] = readField(field, value)
  }
  return record
}

/** @throws AppError (VALIDATION_ERROR) when a command that changes a record got no option */
export function requireChange(flags: object): void {
  if (Object.keys(flags).length > 0) return
  throw new AppError('VALIDATION_ERROR', 'Give at least one option: --help lists them.')
}

/** Adds a hidden command that people expect; it says which one to use instead. */
export function addPointer(group: Command, name: string, advice: (argument?: string) => string): void {
  group
    .command(name, { hidden: true })
    .argument('[record...]')
    .allowUnknownOption()
    .action(([record]: string[]) => {
      throw new AppError('VALIDATION_ERROR', advice(record))
    })
}

/** Returns a reader for an option or argument that is a whole number from 1 to `most`. */
export function numberUpTo(most: number): (text: string) => number {
  return (text) => {
    if (isId(text) && Number(text) <= most) return Number(text)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`)
  }
}

/** Reads an option or argument that is a whole number from 1, such as an id. */
export const readNumber = numberUpTo(MOST_ID)

/** Returns an option that can be given several times, with commas, or both; `none` is the empty list. */
function listOption(flags: string, about: string): Option {
  return new Option(flags, `${about}; separated by commas, or repeated`).argParser(
    (text: string, before: string[] | undefined) => [...(before ?? []), ...splitList(text)],
  )
}

function readField({ name, kind, nullable, mayBeEmpty }: Field, value: unknown): unknown {
  if (nullable && value === 'none') return null
  const option = `--${name.replaceAll('_', '-')}`
  if (kind === 'number') {
    const text = String(value).trim()
    if (!/^[+-]?\d+(\.\d+)?$/.test(text)) {
      throw new AppError('VALIDATION_ERROR', `${option} must be a number, not "${text}".`)
    }
    if (Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER) return Number(text)
    throw new AppError('VALIDATION_ERROR', `${option} is too large: ${text}.`)
  }
  if (kind === 'flag') {
    if (value === 'true' || value === 'false') return value === 'true'
    throw new AppError('VALIDATION_ERROR', `${option} must be true or false, not "${value}".`)
  }
  if (value !== 'none') return value
  if (mayBeEmpty) return ''
  throw new AppError('VALIDATION_ERROR', `${option} can't be none: it must have a value.`)
}

function splitList(text: string): string[] {
  if (text.trim() === 'none') return []
  // Most likely an unset variable.
  if (text.trim() === '')
    throw new AppError('VALIDATION_ERROR', 'The list is empty. Write none for an empty list.')
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Returns commander's name for the option of a field. */
function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
