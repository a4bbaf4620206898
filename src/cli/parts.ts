import type { Command } from 'commander'
import type { Output } from '../platform/cli/output.ts'
import type { Terminal } from '../platform/cli/terminal.ts'
import type { CommandContext } from './context.ts'

/** Everything that commands are built with. */
export interface CommandParts {
  program: Command
  context: CommandContext
  output: Output
  terminal: Terminal
  env: NodeJS.ProcessEnv
}
