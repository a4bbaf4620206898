import { setTimeout as sleep } from 'node:timers/promises'
import { askHost } from './host-client.ts'
import { type CommandResult, runCommand } from './server-process.ts'

/** Servers on PostgreSQL learn of a change by a notification: within 2 s, as a rule within milliseconds. */
const NOTIFIED_MS = 250

/** Runs a command as `runCommand` does, but in a process that is already warm. */
export async function runHosted(
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  // Chaos and benchmarks run outside Vitest, which has the hosts.
  if (!process.env.VITEST) return runCommand(args, env, input)
  const result = await askHost('commands', { args, env, input })
  // A process would take as long to exit: running servers are notified meanwhile.
  if (env.DATABASE_URL) await sleep(NOTIFIED_MS)
  return result as CommandResult
}
