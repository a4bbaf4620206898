import { askHost } from './host-client.ts'
import { type CommandResult, runCommand } from './server-process.ts'

/** Runs a command as `runCommand` does, but in a process that is already warm. */
export async function runHosted(
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  // Chaos and benchmarks run outside Vitest, which has the hosts.
  if (!process.env.VITEST) return runCommand(args, env, input)
  return (await askHost('commands', { args, env, input })) as CommandResult
}
