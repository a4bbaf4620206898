import { CommanderError } from 'commander'
import { ConfigError } from '../config.ts'
import { describeError } from '../platform/cli/describe-error.ts'
import { explainDatabaseError } from '../platform/db/explain.ts'
import { isUnavailable } from '../platform/db/unavailable.ts'
import { AppError } from '../platform/errors.ts'
import { reasonOf } from '../platform/files.ts'

/** Returns the lines that report an error to the person at the terminal. */
export function explain(
  error: unknown,
  { debug, postgres }: { debug: boolean; postgres: boolean },
): string[] {
  if (error instanceof AppError) return describeError(error)
  if (error instanceof ConfigError) return [error.message]
  if (error instanceof CommanderError) return explainArguments(error)
  const explained = postgres ? explainDatabaseError(error) : undefined
  if (explained) return [`DATABASE_URL cannot be used: ${explained.cause} ${explained.remedy}`]
  let reason = reasonOf(error)
  if (isUnavailable(error)) return [`The database cannot be reached, is busy or is full: ${reason}`]
  if (debug && error instanceof Error && error.stack) return [error.stack]
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(String((error as { code?: unknown }).code))) {
    reason = `The database in DATA_DIR is damaged: ${reason} Stop the server, and restore the last backup.`
  }
  return [`${reason} (LOG_LEVEL=debug shows where this comes from.)`]
}

/** Descriptions by commander's error code. The arguments are the texts that commander quotes. */
const ARGUMENT_ERRORS: Record<string, (first: string, second: string) => string> = {
  'commander.unknownOption': (option) => `There is no option ${option} here.`,
  'commander.unknownCommand': (command) => `There is no command "${command}".`,
  'commander.missingArgument': (name) => `The argument <${name}> is missing.`,
  'commander.optionMissingArgument': (option) => `The option ${option} needs a value.`,
  'commander.missingMandatoryOptionValue': (option) => `The option ${option} is required.`,
  'commander.excessArguments': () => 'There are too many arguments. Quote an argument that contains blanks.',
  'commander.conflictingOption': (one, other) => `Give ${one} or ${other}, not both.`,
  'commander.invalidArgument': (option, value) => `"${value}" is not a valid value for ${option}.`,
}

function explainArguments({ code, message, exitCode }: CommanderError): string[] {
  const describe = ARGUMENT_ERRORS[code]
  if (!describe) return exitCode === 0 || code.startsWith('commander.help') ? [] : [message]
  const quoted = [...message.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
  // For an argument, commander quotes the value first; for an option, the value comes last.
  const [first = '', second = ''] = message.includes('command-argument') ? quoted.toReversed() : quoted
  const [, advice] = /(?:\(|is invalid(?: for argument '[^']*')?\. )(.*?)\)?$/s.exec(message) ?? []
  const more = advice?.replace('Allowed choices are', 'The choices are')
  return [[describe(first, second), more, 'See --help.'].filter(Boolean).join(' ')]
}
