import '../../bin/check-node.js'
import { Command, CommanderError } from 'commander'
import type { Output } from '../platform/cli/output.ts'
import { openTerminal } from '../platform/cli/terminal.ts'
import { VERSION } from '../version.ts'
import { explain } from './explain.ts'
import { howCalled } from './invocation.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)
const note = (line: string) => void process.stderr.write(`${line}\n`)
const exit = (code: number) => {
  process.exitCode = code
}
const self = howCalled(process.env, process.argv)
const output: Output = { print, note, exit, stdout: process.stdout, self }
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader closed the pipe: `transom locate … | head`.
  if (error.code === 'EPIPE') return
  note(`The output could not be written: ${error.message}. The command may have made its changes.`)
  exit(1)
})

const program = new Command(self)
  .description('Warranty registration, dealer locator and lead intake for boat builders')
  .version(VERSION, '--version', 'Print the version')
  .helpOption('-h, --help', 'Show this help')
  .helpCommand('help [command]', 'Show the help of a command')
  .configureOutput({ outputError: () => undefined })
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

const terminal = openTerminal(process.stdin, process.stderr)

try {
  const [word] = process.argv.slice(2)
  if (word !== '--version') {
    const { commandContext } = await import('./context.ts')
    const { addCommands } = await import('./commands.ts')
    const context = commandContext(process.env)
    await addCommands({ program, context, output, terminal, env: process.env }, word)
  }
  await program.parseAsync()
} catch (error) {
  const { DATABASE_URL, LOG_LEVEL } = process.env
  for (const line of explain(error, { debug: LOG_LEVEL === 'debug', postgres: Boolean(DATABASE_URL) }))
    note(line)
  process.exitCode ??= error instanceof CommanderError ? error.exitCode : 1
} finally {
  terminal.close()
}
