import { type Command, InvalidArgumentError, Option } from 'commander'
import { AppError } from '../errors.ts'
import { isId, MOST_ID } from '../references.ts'

/** A field of a record that options of a command set. */
export interface Field {
  /** As the set-up file has it: `dealer_code` makes the option `--dealer-code`. */
  name: string
  kind: 'text' | 'number' | 'flag' | 'list'
  about: string
  /** `none` stands for null; what that means, unless that there is none. */
  nullable?: boolean | string
  /** A text for which `none` stands for the empty one. */
  mayBeEmpty?: boolean
}

const PLACEHOLDERS = { text: 'text', number: 'number', flag: 'true|false', list: 'list' }

/** The command under which those of one kind of record stand, such as `dealers`; made when first asked for. */
export function commandGroup(program: Command, name: string, about: string): Command {
  const group = program.commands.find((command) => command.name() === name) ?? program.command(name)
  return group.description(about)
}

/** Adds lines to paste at the end of a command's help. */
export function addExamples(command: Command, ...lines: string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

/** Adds an option for each field to a command. */
export function addFieldOptions(command: Command, fields: readonly Field[]): Command {
  for (const { name, kind, about, nullable, mayBeEmpty } of fields) {
    const flags = `--${name.replaceAll('_', '-')} <${PLACEHOLDERS[kind]}>`
    const none = typeof nullable === 'string' ? nullable : 'without'
    const full = nullable || mayBeEmpty ? `${about}; none: ${none}` : about
    command.addOption(kind === 'list' ? listOption(flags, full) : new Option(flags, full))
  }
  return command
}

/** What the options given say of a record. Throws VALIDATION_ERROR. */
export function readFields(
  fields: readonly Field[],
  flags: Record<string, unknown>,
): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const field of fields) {
    const given = flags[camelCase(field.name)]
    if (given !== undefined) record[field.name] = readField(field, given)
  }
  return record
}

/** @throws AppError (VALIDATION_ERROR) when a command that changes a record was given no option. */
export function requireChange(flags: object): void {
  if (Object.keys(flags).length > 0) return
  throw new AppError('VALIDATION_ERROR', 'Give at least one option: --help lists them.')
}

/** Adds a hidden command that people expect, and that says which one to use. */
export function addPointer(group: Command, name: string, advice: (argument?: string) => string): void {
  group
    .command(name, { hidden: true })
    .argument('[record...]')
    .allowUnknownOption()
    .action(([record]: string[]) => {
      throw new AppError('VALIDATION_ERROR', advice(record))
    })
}

/** Makes what reads an option or argument that is a whole number from 1 to `most`. */
export function numberUpTo(most: number): (text: string) => number {
  return (text) => {
    if (isId(text) && Number(text) <= most) return Number(text)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`)
  }
}

/** Reads an option or argument that is a whole number from 1 up, such as an id. */
export const readNumber = numberUpTo(MOST_ID)

/** An option that may be given several times, or once with commas between, or both; `none` is the empty list. */
function listOption(flags: string, about: string): Option {
  return new Option(flags, `${about}; commas between, or given several times`).argParser(
    (text: string, before: string[] | undefined) => [...(before ?? []), ...splitList(text)],
  )
}

function readField({ name, kind, nullable, mayBeEmpty }: Field, given: unknown): unknown {
  if (nullable && given === 'none') return null
  const option = `--${name.replaceAll('_', '-')}`
  if (kind === 'number') {
    const text = String(given).trim()
    if (!/^[+-]?\d+(\.\d+)?$/.test(text)) {
      throw new AppError('VALIDATION_ERROR', `${option} must be a number, not "${text}".`)
    }
    if (Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER) return Number(text)
    throw new AppError('VALIDATION_ERROR', `${option} is too large a number: ${text}.`)
  }
  if (kind === 'flag') {
    if (given === 'true' || given === 'false') return given === 'true'
    throw new AppError('VALIDATION_ERROR', `${option} must be true or false, not "${given}".`)
  }
  if (given !== 'none') return given
  if (mayBeEmpty) return ''
  throw new AppError('VALIDATION_ERROR', `${option} cannot be none: it must have a value.`)
}

function splitList(text: string): string[] {
  if (text.trim() === 'none') return []
  // Of a variable that is not set, most likely.
  if (text.trim() === '')
    throw new AppError('VALIDATION_ERROR', 'A list is empty: write none for no entries.')
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** As commander names the option of a field. */
function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
