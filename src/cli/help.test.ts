import { PassThrough } from 'node:stream'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { keepOutput } from '../../test/support/output.ts'
import { openTerminal } from '../platform/cli/terminal.ts'
import { addCommands } from './commands.ts'
import { commandContext } from './context.ts'

test('every command, option and argument has a help text that begins with a capital letter', async () => {
  const program = new Command()
  const terminal = openTerminal(new PassThrough(), new PassThrough())
  const parts = { program, context: commandContext({}), output: keepOutput().output, terminal, env: {} }
  await addCommands(parts, undefined)
  const texts = helpTexts(program)
  expect(texts.length).toBeGreaterThan(200)
  expect(texts.filter(([, text]) => !/^(\p{Lu}|YYYY)/u.test(text))).toEqual([])
})

function helpTexts(command: Command): [name: string, text: string][] {
  const path = command.name()
  return [
    ...command.options.map(({ flags, description }): [string, string] => [`${path} ${flags}`, description]),
    ...command.registeredArguments.map((one): [string, string] => [`${path} ${one.name()}`, one.description]),
    ...command.commands
      // A hidden command only says which one to use instead.
      .filter((one) => command.createHelp().visibleCommands(command).includes(one))
      .flatMap((one): [string, string][] => [[one.name(), one.description()], ...helpTexts(one)]),
  ]
}
