import type { Writable } from 'node:stream'
import { Command, CommanderError } from 'commander'
import type { Output } from '../platform/cli/output.ts'
import { type Input, openTerminal } from '../platform/cli/terminal.ts'
import { VERSION } from '../version.ts'
import { explain } from './explain.ts'

/** The surroundings of a command, beside its arguments. */
interface Call {
  env: NodeJS.ProcessEnv
  /** How the user called the program: `./bin/transom`. */
  self: string
  stdin: Input
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}

/** Runs the command that `args` name, and returns its exit code, or undefined if it has set none. */
export async function runProgram(args: string[], call: Call): Promise<number | undefined> {
  const { env, self, stdin, stdout, stderr } = call
  let exitCode: number | undefined
  const print = (line: string) => void stdout.write(`${line}\n`)
  const note = (line: string) => void stderr.write(`${line}\n`)
  const exit = (code: number) => {
    exitCode = code
  }
  const output: Output = { print, note, exit, stdout, self }
  const program = createProgram(self, stdout)
  const terminal = openTerminal(stdin, stderr)
  try {
    const [word] = args
    if (word !== '--version') {
      const { commandContext } = await import('./context.ts')
      const { addCommands } = await import('./commands.ts')
      await addCommands({ program, context: commandContext(env), output, terminal, env }, word)
    }
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    const { DATABASE_URL, LOG_LEVEL } = env
    for (const line of explain(error, { debug: LOG_LEVEL === 'debug', postgres: Boolean(DATABASE_URL) }))
      note(line)
    exitCode ??= error instanceof CommanderError ? error.exitCode : 1
  } finally {
    terminal.close()
  }
  return exitCode
}

function createProgram(self: string, stdout: Writable): Command {
  return new Command(self)
    .description('Warranty registration, dealer locator and lead intake for boat builders')
    .version(VERSION, '--version', 'Print the version')
    .helpOption('-h, --help', 'Show this help')
    .helpCommand('help [command]', 'Show the help of a command')
    .configureOutput({ writeOut: (text) => void stdout.write(text), outputError: () => undefined })
    .exitOverride()
    .addHelpText(
      'after',
      `
Every command has --help with examples. Settings are environment variables, such as DATA_DIR,
DATABASE_URL and PORT, for commands as for the server: docs/operations.md.

Exit codes:
  0  Done
  1  Not done; standard error says why
  2  Nothing was found
  3  Backup, restore: on PostgreSQL; the command to run is printed`,
    )
}
